import { Box } from '@chakra-ui/react'
import { useParams } from 'react-router-dom'
import { clusterMessages, deploymentMessages } from '#shared/domains/clusters/messages.ts'
import { paths } from '#web/paths.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/page/use-detail.tsx'
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

const clusters = { label: clusterMessages.allClusters, to: paths.clusters() }

function Deployment({ clusterId, deploymentId }: { clusterId: string; deploymentId: string }) {
  const detail = useDetail(
    clusterQuery,
    { id: clusterId },
    { failed: clusterMessages.loadFailed, above: [clusters] },
  )
  if (!detail.data) return <DetailSkeleton title="Deployment" detail={detail} />
  const { cluster } = detail.data
  if (deploymentId === 'new') return <NewDeployment cluster={cluster} />
  return <StoredDeployment cluster={cluster} id={deploymentId} />
}

function StoredDeployment({ cluster, id }: { cluster: { id: string; name: string }; id: string }) {
  const detail = useDetail(
    deploymentDetailQuery,
    { id },
    {
      failed: deploymentMessages.loadFailed,
      above: [clusters, { label: cluster.name, to: paths.cluster(cluster.id) }],
    },
  )
  const { data, reread } = detail
  if (!data) return <DetailSkeleton title="Deployment" detail={detail} />
  return (
    <>
      <EditDeployment cluster={cluster} deployment={data.deployment} reread={reread} />
      <Box mt="3.5">
        <EntityActivity within={id} />
      </Box>
    </>
  )
}
