import { Box, Field, Input, Textarea } from '@chakra-ui/react'
import { useState } from 'react'
import type { AppBody } from '#shared/domains/apps/contract.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { appDraft } from '#shared/domains/apps/rules.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'

export interface AppDialogProps {
  title: string
  confirmLabel: string
  open: boolean
  onClose(): void
  /** The stored app, with the version that the edit is based on; texts without a version for a new one. */
  initial: AppBody & { version?: number | null }
  submitting: boolean
  onSubmit(app: AppBody, version: number | null): void
}

/** Name and description of an app, for New App and Edit App. Every opening starts from `initial`. */
export function AppDialog(props: AppDialogProps) {
  return <AppForm key={String(props.open)} {...props} />
}

function AppForm({ title, confirmLabel, open, onClose, initial, submitting, onSubmit }: AppDialogProps) {
  const [name, setName] = useState(initial.name)
  const [description, setDescription] = useState(initial.description)
  const [version, setVersion] = useState(initial.version ?? null)
  const draft = appDraft({ name, description })
  return (
    <FormDialog
      title={title}
      open={open}
      onClose={onClose}
      confirmLabel={confirmLabel}
      confirmDisabled={!draft}
      submitting={submitting}
      onConfirm={() => draft && onSubmit(draft, version)}
    >
      <DraftKeeper
        inDialog
        form={title}
        values={{ name, description, version }}
        dirty={name !== initial.name || description !== initial.description}
        onRestore={(left) => {
          setName(left.name)
          setDescription(left.description)
          setVersion(left.version)
        }}
      />
      <Field.Root required>
        <Field.Label>{appMessages.name}</Field.Label>
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <Field.Root required>
        <Field.Label>{appMessages.description}</Field.Label>
        <Textarea
          maxLength={2000}
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <Field.HelperText>{appMessages.descriptionHint}</Field.HelperText>
      </Field.Root>
      <Box as="p" color="ink.2" textStyle="xs" visibility={draft ? 'hidden' : undefined}>
        {neededText(confirmLabel, name, description)}
      </Box>
    </FormDialog>
  )
}

/** What is missing before the app can be saved. */
function neededText(label: string, name: string, description: string): string {
  const isNamed = name.trim() !== ''
  return description.trim() !== '' && !isNamed
    ? appMessages.neededName(label)
    : appMessages.needed(label, isNamed)
}
