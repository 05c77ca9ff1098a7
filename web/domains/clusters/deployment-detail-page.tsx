import { useParams } from 'react-router-dom'
import { clusterMessages, deploymentMessages } from '#shared/domains/clusters/messages.ts'
import { paths } from '#web/paths.ts'
import { DetailSkeleton, useDetail } from '#web/ui/feedback/use-detail.tsx'
import { deploymentDetailQuery } from './deployment/operations.ts'
import { EditDeployment } from './deployment/edit-deployment.tsx'
import { NewDeployment } from './deployment/new-deployment.tsx'
import { clusterQuery } from './operations.ts'

/** A deployment of a cluster; with the id `new` the form that creates one. */
export function DeploymentDetailPage() {
  const { clusterId = '', deploymentId = '' } = useParams()
  // The key resets typed and revealed values when the address changes to another deployment.
  return <Deployment key={deploymentId} clusterId={clusterId} deploymentId={deploymentId} />
}

const loading = <DetailSkeleton label="Loading deployment" />

function Deployment({ clusterId, deploymentId }: { clusterId: string; deploymentId: string }) {
  const { data } = useDetail(
    clusterQuery,
    { id: clusterId },
    { failed: clusterMessages.loadFailed, back: paths.clusters() },
  )
  if (!data) return loading
  if (deploymentId === 'new') return <NewDeployment cluster={data.cluster} />
  return <StoredDeployment cluster={data.cluster} id={deploymentId} />
}

function StoredDeployment({ cluster, id }: { cluster: { id: string; name: string }; id: string }) {
  const { data, reread } = useDetail(
    deploymentDetailQuery,
    { id },
    { failed: deploymentMessages.loadFailed, back: paths.cluster(cluster.id) },
  )
  return data ? <EditDeployment cluster={cluster} deployment={data.deployment} reread={reread} /> : loading
}
