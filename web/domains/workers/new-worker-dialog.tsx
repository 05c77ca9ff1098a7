import { Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { workerType } from '#shared/domains/workers/rules.ts'
import { paths } from '#web/paths.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { type TeamChoice, TeamField } from '#web/ui/form/team-field.tsx'
import { useCreateWorker } from './mutations.ts'

/** Name and team of a new worker, with the task type derived from them. */
export function NewWorkerDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [name, setName] = useState('')
  const [team, setTeam] = useState<TeamChoice | null>(null)
  const navigate = useNavigate()
  const create = useCreateWorker()
  const type = team && workerType(team.namespace, name)
  const submit = async () => {
    if (!team || !type) return
    const data = await create.run({ name: name.trim(), teamId: team.id })
    if (!data) return
    onClose()
    await navigate(paths.worker(data.createWorker.id))
  }
  return (
    <FormDialog
      title={workerMessages.newWorker}
      open={open}
      onClose={onClose}
      confirmLabel={workerMessages.create}
      confirmDisabled={!type}
      submitting={create.running}
      onConfirm={() => void submit()}
      size="sm"
    >
      <DraftKeeper
        inDialog
        form="new"
        values={{ name, team }}
        dirty={name !== ''}
        onRestore={(left) => {
          setName(left.name)
          setTeam(left.team)
        }}
      />
      <Field.Root required>
        <Field.Label>
          {workerMessages.name}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field.Root>
      <TeamField required disabled={create.running} value={team?.id ?? null} onChange={setTeam} />
      <Field.Root readOnly>
        <Field.Label>{workerMessages.type}</Field.Label>
        <Input readOnly bg="bg" textStyle="mono" value={type ?? ''} />
        <Field.HelperText>{workerMessages.typeHint}</Field.HelperText>
      </Field.Root>
    </FormDialog>
  )
}
