import { Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { appMessages, collaboratorMessages as texts } from '#shared/domains/apps/messages.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useAddCollaborator } from './access-mutations.ts'

/** Add Collaborator: asks for an e-mail address. */
export function AddCollaboratorButton({ appId }: { appId: string }) {
  const [open, setOpen] = useState(false)
  const add = useAddCollaborator()
  const submit = async (email: string) => {
    if (await add.run({ appId, email })) setOpen(false)
  }
  return (
    <>
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
    </>
  )
}
