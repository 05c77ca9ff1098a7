import { Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { paths } from '#web/paths.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { TeamField } from '#web/ui/form/team-field.tsx'
import { useCreateCluster } from './mutations.ts'

/** Name and optional team of a new cluster. */
export function NewClusterDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [name, setName] = useState('')
  const [teamId, setTeamId] = useState<string | null>(null)
  const navigate = useNavigate()
  const create = useCreateCluster()
  const submit = async () => {
    const data = await create.run({ name: name.trim(), teamId })
    if (data) await navigate(paths.cluster(data.createCluster.id))
  }
  return (
    <FormDialog
      title={clusterMessages.newCluster}
      open={open}
      onClose={onClose}
      confirmLabel={clusterMessages.create}
      confirmDisabled={name.trim() === ''}
      submitting={create.running}
      onConfirm={() => void submit()}
    >
      <DraftKeeper
        inDialog
        form="new"
        values={{ name, teamId }}
        dirty={name !== ''}
        onRestore={(left) => {
          setName(left.name)
          setTeamId(left.teamId)
        }}
      />
      <Field.Root required>
        <Field.Label>{clusterMessages.name}</Field.Label>
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <TeamField value={teamId} onChange={(team) => setTeamId(team?.id ?? null)} />
    </FormDialog>
  )
}
