import { useState } from 'react'
import { accountMessages as texts } from '#shared/domains/account/messages.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useUpdateMembership } from './mutations.ts'
import { isScopeChosen, scopeVariables, ViewerFields, type ChosenScope } from './viewer-fields.tsx'

/** Makes a member a viewer, or changes what a viewer sees. */
export function ViewerDialog({
  member: { id, email },
  initial,
  onClose,
}: {
  member: { id: string; email: string }
  initial: ChosenScope
  onClose(): void
}) {
  const [scope, setScope] = useState(initial)
  const { run, running } = useUpdateMembership()
  const save = async () => {
    if (await run({ userId: id, role: 'viewer', ...scopeVariables(scope) })) onClose()
  }
  return (
    <FormDialog
      title={texts.viewerTitle(email)}
      open
      onClose={onClose}
      confirmLabel={texts.viewerSave}
      confirmDisabled={!isScopeChosen(scope)}
      onConfirm={() => void save()}
      submitting={running}
    >
      <ViewerFields value={scope} onChange={setScope} />
    </FormDialog>
  )
}
