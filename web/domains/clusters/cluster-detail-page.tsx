import { Skeleton, Stack } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useQuery } from 'urql'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { clusterUpdate } from '#shared/domains/clusters/rules.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { paths } from '#web/paths.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { DeleteButton } from '#web/ui/dialog/confirm-dialog.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { ConflictDialog, UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/page/use-detail.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { FormActions } from '#web/ui/page/form-actions.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { ClusterDeployments } from './cluster-deployments.tsx'
import type { ClusterFormProps, ClusterFormValues } from './cluster-form.tsx'
import { deploymentListQuery } from './deployment/list-operations.ts'
import { useDeleteCluster, useUpdateCluster } from './mutations.ts'
import { clusterQuery } from './operations.ts'

type Cluster = ResultOf<typeof clusterQuery>['cluster']

const FORM = 'cluster-form'
/** Deployments that the confirmation of a deletion names; the others are counted. */
const NAMED = 5

// Loaded after the deployments, which the page is opened for: its selection of a team is as large as all the rest.
const ClusterForm = lazyPart<ClusterFormProps>(
  async () => (await import('./cluster-form.tsx')).ClusterForm,
  () => (
    <Panel title={clusterMessages.details}>
      <Skeleton height={{ base: '232px', md: '160px' }} />
    </Panel>
  ),
)

/** One cluster: name, team, tags and its deployments. */
export function ClusterDetailPage() {
  const { id = '' } = useParams()
  return <ClusterDetail key={id} id={id} />
}

function ClusterDetail({ id }: { id: string }) {
  const detail = useDetail(
    clusterQuery,
    { id },
    {
      failed: clusterMessages.loadFailed,
      above: [{ label: clusterMessages.allClusters, to: paths.clusters() }],
    },
  )
  const { data, reread } = detail
  if (!data) return <DetailSkeleton title="Cluster" detail={detail} />
  return <LoadedCluster cluster={data.cluster} reread={reread} />
}

function LoadedCluster({ cluster, reread }: { cluster: Cluster; reread(): void }) {
  const { name, teamId, tags } = cluster
  const stored = useMemo(() => ({ name, teamId, tags }), [name, teamId, tags])
  const draft = useDraft<ClusterFormValues>(stored, cluster.version)
  const [isGone, setIsGone] = useState(false)
  const [conflict, setConflict] = useState(false)
  const update = useUpdateCluster(() => setConflict(true))
  const remove = useDeleteCluster(cluster.name)
  const change = clusterUpdate(draft.values)
  const [{ data }] = useQuery({ query: deploymentListQuery, variables: { clusterId: cluster.id } })
  const deployments = data?.deployments
  const isTold = useFeature('usage')
  const aliases = (deployments ?? []).slice(0, NAMED).map(({ alias }) => alias)

  const submit = async () => {
    if (!change || update.running) return
    if (!(await update.run({ id: cluster.id, ...change, version: draft.version }))) return
    draft.reset()
    reread()
  }
  return (
    <>
      <UnsavedGuard dirty={draft.dirty && !isGone} />
      {isGone && <Navigate to={paths.clusters()} replace />}
      <PageHead
        crumbs={[{ label: clusterMessages.allClusters, to: paths.clusters() }, { label: cluster.name }]}
        copy={copied.cluster(cluster)}
        title={cluster.name}
        actions={
          <FormActions
            remove={
              <DeleteButton
                label={clusterMessages.delete}
                text={clusterMessages.deleteText}
                subject={
                  isTold ? undefined : clusterMessages.deleteWith(deployments?.length ?? null, aliases)
                }
                impact={<Impact of={{ kind: 'cluster', id: cluster.id }} deed="delete" />}
                disabled={update.running}
                submitting={remove.running}
                onConfirm={async () => setIsGone((await remove.run({ id: cluster.id })) !== null)}
              />
            }
            save={{
              label: clusterMessages.update,
              form: FORM,
              ready: change !== null && draft.dirty,
              reason: draft.dirty ? undefined : clusterMessages.nothingChanged,
              saving: update.running,
            }}
          />
        }
      />
      <DraftKeeper form="cluster" {...draft.kept} />
      <Stack gap="3.5" data-in-order>
        <ClusterDeployments clusterId={cluster.id} />
        <ClusterForm
          id={FORM}
          draft={draft.values}
          submitting={update.running}
          onChange={draft.change}
          onSubmit={() => void submit()}
        />
        <EntityActivity within={cluster.id} />
      </Stack>
      <ConflictDialog
        what="cluster"
        open={conflict}
        onClose={() => setConflict(false)}
        onLoad={() => {
          setConflict(false)
          draft.reset()
          reread()
        }}
      />
    </>
  )
}
