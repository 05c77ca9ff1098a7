import { Button, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { clusterMessages } from '../../../shared/domains/clusters/messages.ts'
import { clusterUpdate } from '../../../shared/domains/clusters/rules.ts'
import type { ResultOf } from '../../lib/graphql.ts'
import { paths } from '../../paths.ts'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { useDetail } from '../../ui/use-detail.ts'
import { DeleteButton } from './delete-button.tsx'
import { ClusterForm, type ClusterDraft } from './detail/cluster-form.tsx'
import { DeploymentTable } from './detail/deployment-table.tsx'
import { useDeleteCluster, useUpdateCluster } from './mutations.ts'
import { clusterQuery } from './operations.ts'

type Cluster = ResultOf<typeof clusterQuery>['cluster']

const FORM = 'cluster-form'

/** One cluster: its name, team and tags, and the deployments that run in it (spec section 2, Cluster detail). */
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
  const [edited, setEdited] = useState<ClusterDraft | null>(null)
  const [isGone, setIsGone] = useState(false)
  const update = useUpdateCluster()
  const remove = useDeleteCluster(cluster.name)
  const draft = edited ?? cluster
  const change = clusterUpdate(draft)
  const isDirty = edited !== null && !isSame(edited, cluster) && !isGone

  const submit = async () => {
    if (!change || update.running) return
    const { name, teamId } = change
    if (!(await update.run({ id: cluster.id, name: name ?? '', teamId, tags: draft.tags }))) return
    setEdited(null)
    reread()
  }
  return (
    <>
      <UnsavedGuard dirty={isDirty} />
      <PageHead
        crumbs={[{ label: clusterMessages.allClusters, to: paths.clusters() }, { label: cluster.name }]}
        title={cluster.name}
        actions={
          <>
            <DeleteButton
              label={clusterMessages.delete}
              text={clusterMessages.deleteText}
              to={paths.clusters()}
              disabled={update.running}
              running={remove.running}
              onConfirm={async () => (await remove.run({ id: cluster.id })) !== null}
              onGone={() => setIsGone(true)}
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
          draft={draft}
          submitting={update.running}
          onChange={(next) => setEdited({ ...draft, ...next })}
          onSubmit={() => void submit()}
        />
        <DeploymentTable clusterId={cluster.id} />
      </Stack>
    </>
  )
}

const isSame = (a: ClusterDraft, b: ClusterDraft) =>
  a.name === b.name && a.teamId === b.teamId && a.tags.join() === b.tags.join()
