import { Users } from 'lucide-react'
import { useState } from 'react'
import { collaboratorMessages as texts, appMessages } from '../../../shared/domains/apps/messages.ts'
import { useApp } from '../../lib/current-app.tsx'
import type { ResultOf } from '../../lib/graphql.ts'
import { useLastRead } from '../../lib/use-last-read.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { failText } from '../../ui/fail-text.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useFailToast } from '../../ui/use-fail-toast.ts'
import { useRemoveCollaborator } from './access-mutations.ts'
import { collaboratorsQuery } from './access-operations.ts'
import { AddCollaboratorButton } from './add-collaborator-button.tsx'
import { RowDelete } from '../../ui/row-delete.tsx'

type Collaborator = ResultOf<typeof collaboratorsQuery>['collaborators'][number]

function columns(onDelete: (collaborator: Collaborator) => void): Column<Collaborator>[] {
  return [
    { key: 'email', header: texts.email, primary: true, render: ({ email }) => email },
    { key: 'role', header: texts.role, width: '30%', render: ({ role }) => role },
    {
      key: 'actions',
      header: texts.actions,
      width: '15%',
      align: 'end',
      render: (collaborator) => (
        <RowDelete name={collaborator.email} onClick={() => onDelete(collaborator)} />
      ),
    },
  ]
}

/** The people who work on an app. */
export function CollaboratorsPage() {
  const app = useApp()
  const { data, current, failure, error, reread } = useLastRead(collaboratorsQuery, { appId: app.id })
  useFailToast(texts.loadFailed, error)
  const [leaving, setLeaving] = useState<Collaborator | null>(null)
  const remove = useRemoveCollaborator(leaving?.email ?? '')
  const confirm = async () => {
    if (!leaving) return
    await remove.run({ appId: app.id, collaboratorId: leaving.id })
    setLeaving(null)
  }
  const rows = current ? (data?.collaborators ?? []) : []
  return (
    <>
      <PageHead
        crumbs={[
          { label: appMessages.title, to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id) },
        ]}
        title={texts.title}
        actions={<AddCollaboratorButton appId={app.id} />}
      />
      <DataTable
        label={texts.title}
        columns={columns(setLeaving)}
        rows={rows}
        rowId={({ id }) => id}
        loading={!current && !failure}
        skeletons={3}
        failed={failure && <FailedState message={failText(texts.loadFailed, failure)} onRetry={reread} />}
        empty={
          <EmptyState
            icon={<Users size={20} />}
            title={texts.emptyTitle}
            description={texts.emptyText}
            action={<AddCollaboratorButton appId={app.id} />}
          />
        }
      />
      <ConfirmDialog
        title={texts.deleteCollaborator}
        text={texts.deleteText}
        subject={leaving?.email}
        confirmLabel={appMessages.delete}
        danger
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => void confirm()}
        submitting={remove.running}
      />
    </>
  )
}
