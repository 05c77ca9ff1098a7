import { Button, Field, Input } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { paths } from '#web/paths.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { TeamField } from '#web/ui/form/team-field.tsx'
import { useCreateCluster } from './mutations.ts'

/** New Cluster: asks for a name and an optional team, creates the cluster and opens it. */
export function NewClusterButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {clusterMessages.newCluster}
      </Button>
      <NewClusterDialog key={String(open)} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function NewClusterDialog({ open, onClose }: { open: boolean; onClose(): void }) {
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
      <Field.Root required>
        <Field.Label>{clusterMessages.name}</Field.Label>
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <TeamField value={teamId} onChange={(team) => setTeamId(team?.id ?? null)} />
    </FormDialog>
  )
}
