import { Box } from '@chakra-ui/react'
import { Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { useUserEmail } from '#web/lib/settings/own-settings.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { DataTable } from './data-table.tsx'
import { EmptyState } from '../feedback/placeholders.tsx'
import { Panel } from '../page/panel.tsx'
import { RowDeleteButton } from './cells.tsx'
import { useWholeList } from './use-whole-list.tsx'

/** A member of an app or a team. */
export interface Person {
  id: string
  email: string
  role: string | null
}

export interface PeopleTableProps {
  /** The content of the table, for screen readers. */
  label: string
  people: Person[]
  /** Whether the label is the heading of the table: on a page that has more than its people. */
  headed?: boolean
  loading?: boolean
  /** Shown instead of the rows. */
  failed?: ReactNode
  texts: {
    email: string
    role: string
    actions: string
    delete: string
    /** Title of the confirmation before a person is removed. */
    title: string
    question: string
    emptyTitle: string
    emptyText: string
  }
  emptyAction?: ReactNode
  /** Removes a person; resolves to whether that succeeded. */
  onRemove(person: Person): Promise<boolean>
  removing: boolean
}

/** Beside the row of the signed-in user. */
function You() {
  return (
    <>
      {' '}
      <Box as="span" textStyle="xs" fontWeight="normal" color="ink.2">
        {pageMessages.you}
      </Box>
    </>
  )
}

/**
 * People with their roles; each can be removed after a confirmation, also oneself: the platform keeps no last one, because
 * owners of the account add people again.
 */
export function PeopleTable(props: PeopleTableProps) {
  const {
    label,
    people,
    headed = false,
    loading = false,
    failed,
    texts,
    emptyAction,
    onRemove,
    removing,
  } = props
  const own = useUserEmail()
  const [leaving, setLeaving] = useState<Person | null>(null)
  const list = useWholeList(people, { textOf: ({ email }) => email, what: label })
  const confirm = async () => {
    if (leaving && (await onRemove(leaving))) setLeaving(null)
  }
  const table = (
    <DataTable
      label={label}
      framed={!headed}
      columns={[
        {
          key: 'email',
          header: texts.email,
          primary: true,
          render: ({ email }: Person) => (
            <>
              <span>{email}</span>
              {email === own && <You />}
            </>
          ),
        },
        { key: 'role', header: texts.role, width: '30%', card: 'start', render: ({ role }) => role },
        {
          key: 'actions',
          header: texts.actions,
          width: '15%',
          align: 'end',
          card: 'end',
          render: (person) => (
            <RowDeleteButton name={person.email} label={texts.delete} onClick={() => setLeaving(person)} />
          ),
        },
      ]}
      rows={list.shown}
      footer={list.pages}
      rowId={({ id }) => id}
      loading={loading}
      skeletons={3}
      failed={failed}
      empty={
        list.noMatch ?? (
          <EmptyState
            icon={<Users size={20} />}
            title={texts.emptyTitle}
            description={texts.emptyText}
            action={emptyAction}
          />
        )
      }
    />
  )
  return (
    <Box>
      {headed ? (
        <Panel title={label} padded={false} aside={list.find ?? undefined}>
          {table}
        </Panel>
      ) : (
        <>
          {list.find && <Box mb="3">{list.find}</Box>}
          {table}
        </>
      )}
      <ConfirmDialog
        title={texts.title}
        text={texts.question}
        subject={leaving?.email === own ? pageMessages.removesSelf(own) : leaving?.email}
        confirmLabel={texts.delete}
        danger
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => void confirm()}
        submitting={removing}
      />
    </Box>
  )
}
