import { Button, Stack } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { collaboratorMessages as texts } from '#shared/domains/apps/access-messages.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useApp } from '#web/lib/current-app.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PendingInvitations } from '#web/ui/table/pending-invitations.tsx'
import { PeopleTable } from '#web/ui/table/people-table.tsx'
import { useAddCollaborator, useRemoveCollaborator } from './access-mutations.ts'
import { collaboratorsQuery } from './access-operations.ts'

const tableTexts = {
  ...texts,
  delete: appMessages.delete,
  title: texts.deleteCollaborator,
  question: texts.deleteText,
}

/** The collaborators of an app. */
export function CollaboratorsPage() {
  const app = useApp()
  const { data, current, failure, error, reread } = useLastRead(collaboratorsQuery, { appId: app.id })
  useFailToast(texts.loadFailed, error)
  const remove = useRemoveCollaborator(app.id)
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
      <Stack gap="3.5">
        <PeopleTable
          label={texts.title}
          people={current ? (data?.collaborators ?? []) : []}
          loading={!current && !failure}
          failed={failure && <FailedState message={failText(texts.loadFailed, failure)} onRetry={reread} />}
          texts={tableTexts}
          emptyAction={<AddCollaboratorButton appId={app.id} />}
          onRemove={remove.run}
          removing={remove.running}
        />
        <PendingInvitations appId={app.id} />
      </Stack>
    </>
  )
}

/** Add Collaborator: asks for an e-mail address. */
function AddCollaboratorButton({ appId }: { appId: string }) {
  const [open, setOpen] = useState(false)
  const add = useAddCollaborator()
  const submit = async (email: string) => {
    if (await add.run({ appId, email })) setOpen(false)
  }
  return (
    <IfMayChange>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {texts.addCollaborator}
      </Button>
      <TextDialog
        title={texts.newCollaborator}
        label={texts.email}
        hint={texts.emailHint}
        type="email"
        maxLength={320}
        confirmLabel={appMessages.add}
        open={open}
        onClose={() => setOpen(false)}
        submitting={add.running}
        onSubmit={(email) => void submit(email)}
      />
    </IfMayChange>
  )
}
