import { Button, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { clusterUpdate } from '#shared/domains/clusters/rules.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { paths } from '#web/paths.ts'
import { DeleteButton } from '#web/ui/dialog/confirm-dialog.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/feedback/use-detail.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { ClusterForm, type ClusterFormValues } from './detail/cluster-form.tsx'
import { ClusterDeployments } from './detail/deployment-table.tsx'
import { useDeleteCluster, useUpdateCluster } from './mutations.ts'
import { clusterQuery } from './operations.ts'

type Cluster = ResultOf<typeof clusterQuery>['cluster']

const FORM = 'cluster-form'

/** One cluster: name, team, tags and its deployments. */
export function ClusterDetailPage() {
  const { id = '' } = useParams()
  return <ClusterDetail key={id} id={id} />
}

function ClusterDetail({ id }: { id: string }) {
  const { data, reread } = useDetail(
    clusterQuery,
    { id },
    { failed: clusterMessages.loadFailed, back: paths.clusters() },
  )
  if (!data) return <DetailSkeleton label="Loading cluster" />
  return <LoadedCluster cluster={data.cluster} reread={reread} />
}

function LoadedCluster({ cluster, reread }: { cluster: Cluster; reread(): void }) {
  const draft = useDraft<ClusterFormValues>(cluster, null)
  const [isGone, setIsGone] = useState(false)
  const update = useUpdateCluster()
  const remove = useDeleteCluster(cluster.name)
  const change = clusterUpdate(draft.values)

  const submit = async () => {
    if (!change || update.running) return
    if (!(await update.run({ id: cluster.id, ...change }))) return
    draft.reset()
    reread()
  }
  return (
    <>
      <UnsavedGuard dirty={draft.dirty && !isGone} />
      {isGone && <Navigate to={paths.clusters()} replace />}
      <PageHead
        crumbs={[{ label: clusterMessages.allClusters, to: paths.clusters() }, { label: cluster.name }]}
        title={cluster.name}
        actions={
          <>
            <DeleteButton
              label={clusterMessages.delete}
              text={clusterMessages.deleteText}
              disabled={update.running}
              submitting={remove.running}
              onConfirm={async () => setIsGone((await remove.run({ id: cluster.id })) !== null)}
            />
            <Button type="submit" form={FORM} variant="solid" disabled={!change} loading={update.running}>
              {clusterMessages.update}
            </Button>
          </>
        }
      />
      <Stack gap="3.5">
        <ClusterForm
          id={FORM}
          draft={draft.values}
          submitting={update.running}
          onChange={draft.change}
          onSubmit={() => void submit()}
        />
        <ClusterDeployments clusterId={cluster.id} />
      </Stack>
    </>
  )
}
