import { Button, Field, Input } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { appMessages, collaboratorMessages as texts } from '../../../shared/domains/apps/messages.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAddCollaborator } from './access-mutations.ts'

/** Add Collaborator: asks for an e-mail address. */
export function AddCollaboratorButton({ appId }: { appId: string }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const add = useAddCollaborator()
  const email = text.trim()
  const begin = () => {
    setText('')
    setOpen(true)
  }
  const submit = async () => {
    if (await add.run({ appId, email })) setOpen(false)
  }
  return (
    <>
      <Button variant="solid" onClick={begin}>
        <Plus />
        {texts.addCollaborator}
      </Button>
      <FormDialog
        title={texts.newCollaborator}
        open={open}
        onClose={() => setOpen(false)}
        confirmLabel={appMessages.add}
        confirmDisabled={!email}
        submitting={add.running}
        onConfirm={() => void submit()}
        size="sm"
      >
        <Field.Root required>
          <Field.Label>{texts.email}</Field.Label>
          <Input
            type="email"
            autoComplete="off"
            maxLength={320}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Field.HelperText>{texts.emailHint}</Field.HelperText>
        </Field.Root>
      </FormDialog>
    </>
  )
}
