import { Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { viewMessages as texts } from '#shared/domains/views/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

interface SaveViewDialogProps {
  open: boolean
  onClose(): void
  submitting: boolean
  onSave(name: string, shared: boolean): void
}

/** Asks for the name of a new view, and for whom it is. */
export function SaveViewDialog(props: SaveViewDialogProps) {
  return <SaveViewForm key={String(props.open)} {...props} />
}

function SaveViewForm({ onSave, ...dialog }: SaveViewDialogProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  return (
    <FormDialog
      {...dialog}
      title={texts.saveNew}
      confirmLabel={texts.save}
      confirmDisabled={name.trim() === ''}
      size="sm"
      onConfirm={() => onSave(name.trim(), shared)}
    >
      <DraftKeeper
        inDialog
        form="new view"
        values={{ name, shared }}
        dirty={name !== '' || shared}
        onRestore={(left) => {
          setName(left.name)
          setShared(left.shared)
        }}
      />
      <Field.Root required>
        <Field.Label>{texts.name}</Field.Label>
        <Input value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
      </Field.Root>
      <IfMayChange>
        <Checkbox label={texts.shared} checked={shared} onChange={setShared} />
      </IfMayChange>
    </FormDialog>
  )
}
