import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { paths } from '#web/paths.ts'
import { NewEntityDialog } from '#web/ui/page/new-entity-dialog.tsx'
import { useCreateCluster } from './mutations.ts'

/** Name and optional team of a new cluster. */
export function NewClusterDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { run, running } = useCreateCluster()
  return (
    <NewEntityDialog
      title={clusterMessages.newCluster}
      nameLabel={clusterMessages.name}
      confirmLabel={clusterMessages.create}
      open={open}
      onClose={onClose}
      submitting={running}
      isComplete={({ name }) => name.trim() !== ''}
      create={async ({ name, team }) => {
        const data = await run({ name: name.trim(), teamId: team?.id ?? null })
        return data && paths.cluster(data.createCluster.id)
      }}
    />
  )
}
