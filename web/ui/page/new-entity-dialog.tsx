import { Field, Input } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type TeamChoice, TeamField } from '../form/team-field.tsx'
import { DraftKeeper } from '../dialog/draft-keeper.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'

/** What the dialog asks for; the name is as typed. */
export interface NewEntity {
  name: string
  team: TeamChoice | null
}

interface NewEntityDialogProps {
  title: string
  nameLabel: string
  confirmLabel: string
  teamRequired?: boolean
  open: boolean
  submitting: boolean
  isComplete(entity: NewEntity): boolean
  /** Returns the address of what was created, null when that failed. */
  create(entity: NewEntity): Promise<string | null>
  onClose(): void
  /** More fields, under those of name and team. */
  children?(entity: NewEntity): ReactNode
}

/** Asks for the name and the team of something new, creates it and opens it. */
export function NewEntityDialog(props: NewEntityDialogProps) {
  const { submitting, teamRequired = false } = props
  const [entity, setEntity] = useState<NewEntity>({ name: '', team: null })
  const { name, team } = entity
  const navigate = useNavigate()
  const submit = async () => {
    const address = await props.create(entity)
    if (address === null) return
    props.onClose()
    await navigate(address)
  }
  return (
    <FormDialog
      title={props.title}
      open={props.open}
      onClose={props.onClose}
      confirmLabel={props.confirmLabel}
      confirmDisabled={!props.isComplete(entity)}
      submitting={submitting}
      onConfirm={() => void submit()}
      size="sm"
    >
      <DraftKeeper inDialog form="new" values={entity} dirty={name !== ''} onRestore={setEntity} />
      <Field.Root required>
        <Field.Label>
          {props.nameLabel}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={(event) => setEntity({ name: event.target.value, team })}
        />
      </Field.Root>
      <TeamField
        required={teamRequired}
        disabled={submitting}
        value={team?.id ?? null}
        onChange={(chosen) => setEntity({ name, team: chosen })}
      />
      {props.children?.(entity)}
    </FormDialog>
  )
}
