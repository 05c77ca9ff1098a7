import { Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { chosenPasswordFaults, type ChosenPassword } from '#shared/domains/account/rules.ts'
import { callGateway } from '#web/lib/http.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { FormAlert, useGatewaySubmit } from './gateway-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/** Change password: the current one and a new one, for users who sign in with a password. */
export function ChangePasswordDialog({ onClose }: { onClose(): void }) {
  const [current, setCurrent] = useState('')
  const [value, setValue] = useState<ChosenPassword>({ password: '', repeated: '' })
  const [faults, setFaults] = useState<Partial<ChosenPassword> & { current?: string }>({})
  const { submitting, failure, submit } = useGatewaySubmit()
  const change = async () => {
    const found = current ? chosenPasswordFaults(value) : { current: accountMessages.currentMissing }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const body = { current, password: value.password }
    if (!(await submit(() => callGateway('POST', '/session/password', body)))) return
    toast.success(accountMessages.passwordChanged)
    onClose()
  }
  return (
    <FormDialog
      title={accountMessages.changePassword}
      open
      onClose={onClose}
      confirmLabel={accountMessages.savePassword}
      onConfirm={() => void change()}
      submitting={submitting}
      size="sm"
    >
      <FormAlert text={failure} />
      <Field.Root invalid={Boolean(faults.current)}>
        <Field.Label>{accountMessages.currentPassword}</Field.Label>
        <Input
          type="password"
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <Field.ErrorText>{faults.current}</Field.ErrorText>
      </Field.Root>
      <NewPasswordFields value={value} onChange={setValue} faults={faults} />
    </FormDialog>
  )
}
