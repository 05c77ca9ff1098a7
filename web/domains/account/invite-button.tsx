import { Button, Field, Input, NativeSelect } from '@chakra-ui/react'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { accountRoles, type AccountRole } from '#shared/domains/account/rules.ts'
import { useFeature } from '#web/lib/features.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { EmailField, isEmail } from '#web/ui/form/email-field.tsx'
import { useInvite } from './mutations.ts'
import { isScopeChosen, scopeVariables, ViewerFields, wholeScope } from './viewer-fields.tsx'

/** Invite: mails a link that makes the recipient an owner or a member of the account. */
export function InviteButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <UserPlus />
        {accountMessages.invite}
      </Button>
      {open && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function InviteDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<AccountRole>('member')
  const [scope, setScope] = useState(wholeScope)
  const { run, running } = useInvite()
  const [checked, setChecked] = useState(false)
  const invite = async () => {
    setChecked(true)
    if (!isEmail(email)) return
    const sees = role === 'viewer' ? scopeVariables(scope) : {}
    if (await run({ email: email.trim(), name: name.trim(), role, ...sees })) onClose()
  }
  return (
    <FormDialog
      title={accountMessages.inviteTitle}
      open
      onClose={onClose}
      confirmLabel={accountMessages.invite}
      confirmDisabled={!email.trim() || (role === 'viewer' && !isScopeChosen(scope))}
      onConfirm={() => void invite()}
      submitting={running}
    >
      <DraftKeeper
        inDialog
        form="invite"
        values={{ email, name }}
        dirty={email !== '' || name !== ''}
        onRestore={(left) => {
          setEmail(left.email)
          setName(left.name)
        }}
      />
      <EmailField label={accountMessages.email} value={email} checked={checked} onChange={setEmail} />
      <Field.Root>
        <Field.Label>{accountMessages.name}</Field.Label>
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <Field.Root>
        <Field.Label>{accountMessages.role}</Field.Label>
        <RoleSelect value={role} onChange={setRole} />
        <Field.HelperText>{accountMessages.ownersOnly}</Field.HelperText>
      </Field.Root>
      {role === 'viewer' && <ViewerFields value={scope} onChange={setScope} />}
    </FormDialog>
  )
}

/**
 * Selects a role of the account. A role that only an external platform knows stays selected until it is
 * changed.
 */
export function RoleSelect({
  value,
  onChange,
  label,
  disabled = false,
}: {
  value: string
  onChange(role: AccountRole): void
  /** Accessible name, where there is no label. */
  label?: string
  disabled?: boolean
}) {
  const hasRoles = useFeature('roles')
  const roles: string[] = accountRoles.filter((role) => hasRoles || role !== 'viewer')
  const offered = roles.includes(value) ? roles : [value, ...roles]
  return (
    <NativeSelect.Root disabled={disabled}>
      <NativeSelect.Field
        aria-label={label}
        value={value}
        onChange={(event) => {
          const role = accountRoles.find((each) => each === event.target.value)
          if (role) onChange(role)
        }}
      >
        {offered.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  )
}
