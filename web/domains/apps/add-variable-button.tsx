import { Button, Field, Input, Textarea } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { appSettingsMessages as texts } from '#shared/domains/apps/access-messages.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { variableDraft } from '#shared/domains/apps/rules.ts'
import { variableNamePattern } from '#shared/lib/references.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useAddVariable } from './access-mutations.ts'

const blank = { name: '', value: '' }

/** Add Variable: asks for name and value. `known` are the existing variables of the app. */
export function AddVariableButton({
  appId,
  known,
  disabled,
}: {
  appId: string
  known: readonly { name: string }[]
  disabled: boolean
}) {
  const [open, setOpen] = useState(false)
  const [fields, setFields] = useState(blank)
  const add = useAddVariable()
  const draft = variableDraft(fields)
  const begin = () => {
    setFields(blank)
    setOpen(true)
  }
  const submit = async () => {
    if (draft && (await add.run({ appId, ...draft }))) setOpen(false)
  }
  const fault = nameFault(fields.name.trim(), known)
  return (
    <IfMayChange>
      <Button size="sm" disabled={disabled} onClick={begin}>
        <Plus />
        {texts.addVariable}
      </Button>
      <FormDialog
        title={texts.newVariable}
        open={open}
        onClose={() => setOpen(false)}
        confirmLabel={appMessages.add}
        confirmDisabled={!draft}
        submitting={add.running}
        onConfirm={() => void submit()}
      >
        {/* The value is a secret, which is stored nowhere in the browser. */}
        <DraftKeeper
          inDialog
          form="new variable"
          values={fields.name}
          dirty={fields.name !== ''}
          onRestore={(name) => setFields({ ...fields, name })}
        />
        <Field.Root required invalid={fault !== null}>
          <Field.Label>{texts.name}</Field.Label>
          <Input
            autoComplete="off"
            spellCheck={false}
            fontFamily="mono"
            maxLength={100}
            value={fields.name}
            onChange={(event) => setFields({ ...fields, name: event.target.value })}
          />
          {fault === null ? (
            <Field.HelperText>{texts.nameHint}</Field.HelperText>
          ) : (
            <Field.ErrorText>{fault}</Field.ErrorText>
          )}
        </Field.Root>
        <Field.Root required>
          <Field.Label>{texts.value}</Field.Label>
          <Textarea
            autoComplete="off"
            spellCheck={false}
            fontFamily="mono"
            rows={3}
            value={fields.value}
            onChange={(event) => setFields({ ...fields, value: event.target.value })}
          />
        </Field.Root>
      </FormDialog>
    </IfMayChange>
  )
}

/** Why the platform would refuse the name, shown while it is typed. The platform checks the name again. */
function nameFault(name: string, known: readonly { name: string }[]): string | null {
  if (name === '') return null
  if (!variableNamePattern.test(name)) return texts.nameFault
  return known.some((variable) => variable.name === name) ? texts.nameTaken : null
}
