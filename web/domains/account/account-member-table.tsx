import { Box, Button, Flex } from '@chakra-ui/react'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { accountMessages } from '#shared/domains/account/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { usePaging } from '#web/lib/paging.ts'
import { ActorLink } from '#web/ui/activity/actor-link.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { RowDeleteButton } from '#web/ui/table/cells.tsx'
import { RoleSelect } from './invite-button.tsx'
import { useDeleteMembership, useUpdateMembership } from './mutations.ts'
import { ViewerDialog } from './viewer-dialog.tsx'
import { wholeScope, type ChosenScope } from './viewer-fields.tsx'
import { membershipsQuery } from './operations.ts'

type Member = ResultOf<typeof membershipsQuery>['memberships']['rows'][number]

/** The members of the account. Owners change roles and remove members, except themselves. */
export function AccountMemberTable({ own, isOwner }: { own: string; isOwner: boolean }) {
  const [paging, go] = usePaging()
  const read = useLastRead(membershipsQuery, { ...paging })
  const [toRemove, setToRemove] = useState<Member | null>(null)
  return (
    <>
      <PagedTable
        label={accountMessages.members}
        columns={columnsFor({ own, isOwner, onRemove: setToRemove })}
        read={read}
        page={read.data?.memberships}
        rowId={(member) => member.id}
        failed={accountMessages.loadMembersFailed}
        empty={<EmptyState icon={<Users size={20} />} title="No members on this page" />}
        paging={paging}
        onPage={go}
      />
      {toRemove && (
        <RemoveDialog
          member={toRemove}
          onClose={() => setToRemove(null)}
          onRemoved={() => {
            setToRemove(null)
            read.reread()
          }}
        />
      )}
    </>
  )
}

function columnsFor(rights: {
  own: string
  isOwner: boolean
  onRemove(member: Member): void
}): Column<Member>[] {
  const { own, isOwner, onRemove } = rights
  return [
    {
      key: 'email',
      header: accountMessages.email,
      primary: true,
      render: ({ id, email }) => (
        <>
          <ActorLink actor={email} />
          {id === own && (
            <Box as="span" ms="2" textStyle="xs" fontWeight="normal" color="ink.2">
              {accountMessages.you}
            </Box>
          )}
        </>
      ),
    },
    {
      key: 'role',
      header: accountMessages.role,
      width: '240px',
      card: 'start',
      render: (member) => (isOwner ? <Role member={member} /> : member.role),
    },
    {
      key: 'created',
      header: accountMessages.joined,
      width: '20%',
      muted: true,
      render: (member) => <RelativeTime value={member.created} />,
    },
    ...(isOwner
      ? [
          {
            key: 'actions',
            header: accountMessages.actions,
            width: '120px',
            align: 'end' as const,
            card: 'end' as const,
            render: (member: Member) => (
              <RowDeleteButton
                name={member.email}
                label={accountMessages.remove}
                disabled={member.id === own}
                reason={member.id === own ? accountMessages.notSelf : undefined}
                onClick={() => onRemove(member)}
              />
            ),
          },
        ]
      : []),
  ]
}

/** The role of a member; of a viewer also what it sees. A new viewer is asked about that first. */
function Role({ member }: { member: Member }) {
  const { run, running } = useUpdateMembership()
  const [asking, setAsking] = useState(false)
  const isViewer = member.role === 'viewer'
  return (
    <Flex as="span" display="inline-flex" align="center" wrap="wrap" columnGap="3">
      <RoleSelect
        label={`${accountMessages.role} of ${member.email}`}
        value={member.role}
        disabled={running}
        onChange={(role) => (role === 'viewer' ? setAsking(true) : void run({ userId: member.id, role }))}
      />
      {isViewer && (
        <Button
          variant="plain"
          px="0"
          aria-label={`${accountMessages.viewerTitle(member.email)}: ${seenBy(member)}`}
          onClick={() => setAsking(true)}
        >
          {seenBy(member)}
        </Button>
      )}
      {asking && (
        <ViewerDialog
          member={member}
          initial={isViewer ? scopeOf(member) : wholeScope}
          onClose={() => setAsking(false)}
        />
      )}
    </Flex>
  )
}

const seenBy = ({ apps, payloads }: Member) => accountMessages.viewerSees(apps.length, payloads === 'hidden')

const scopeOf = ({ apps, payloads }: Member): ChosenScope => ({
  apps: apps.length > 0 ? apps : null,
  payloads: payloads === 'hidden' ? 'hidden' : 'shown',
})

function RemoveDialog({
  member,
  onClose,
  onRemoved,
}: {
  member: Member
  onClose(): void
  onRemoved(): void
}) {
  const { run, running } = useDeleteMembership(member.email)
  const remove = async () => {
    if (await run({ userId: member.id })) onRemoved()
  }
  return (
    <ConfirmDialog
      title={accountMessages.removeTitle}
      text={accountMessages.removeText(member.email)}
      open
      onClose={onClose}
      onConfirm={() => void remove()}
      confirmLabel={accountMessages.remove}
      danger
      submitting={running}
    />
  )
}
