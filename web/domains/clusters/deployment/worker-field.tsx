import { Box, Field, Input } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery, type RequestPolicy } from 'urql'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { deployableWorkersQuery, deploymentWorkerQuery } from './operations.ts'
import type { DeploymentDetail } from './deployment-form-values.ts'

/** All deployable workers; undefined while they are loading. */
function useDeployableWorkers(query: { pause: boolean; requestPolicy?: RequestPolicy }) {
  const [{ data, error, fetching }] = useQuery({ query: deployableWorkersQuery, ...query })
  return { workers: data?.deployableWorkers, fetching, error }
}

type OfWorker = Pick<DeploymentDetail, 'workerId' | 'workerName'>

/**
 * The name of the worker of a deployment that has one. It is taken from the deployable workers, else read by id: the worker
 * may be deleted or not deployable any more. Falls back to the id, and is empty while it is read.
 */
export function useWorkerName({ workerId, workerName }: OfWorker) {
  const { workers, fetching: listing, error: unlisted } = useDeployableWorkers({ pause: workerName !== null })
  const listed = workerName ?? workers?.find(({ id }) => id === workerId)?.name
  const [{ data, error, fetching: looking }] = useQuery({
    query: deploymentWorkerQuery,
    variables: { id: workerId ?? '' },
    pause: !workers || listed !== undefined || workerId === null,
  })
  const fetching = listing || looking
  return {
    name: listed ?? data?.worker.name ?? (fetching ? '' : (workerId ?? '')),
    fetching,
    unlisted,
    error,
  }
}

/** The worker of a deployment that has one; it cannot be changed. */
export function WorkerName({ deployment }: { deployment: OfWorker }) {
  const { name, fetching, unlisted, error } = useWorkerName(deployment)
  useFailToast(texts.loadWorkersFailed, unlisted)
  useFailToast(texts.loadWorkerFailed, error)
  return (
    <Field.Root disabled>
      <Field.Label>{texts.worker}</Field.Label>
      <Input value={name} placeholder={fetching ? 'Loading...' : undefined} readOnly />
    </Field.Root>
  )
}

/** What runs there as it is stored: worker, tag and replicas. */
export function StoredState({
  deployment,
}: {
  deployment: OfWorker & Pick<DeploymentDetail, 'dockerTag' | 'replicaCount'>
}) {
  const { name } = useWorkerName(deployment)
  return (
    // On a phone a line of its own: what stands before it is read later.
    <Box
      as="span"
      flexBasis={{ base: 'full', sm: 'auto' }}
      color="ink.2"
      textStyle="mono"
      overflowWrap="anywhere"
    >
      {texts.storedState(name, deployment.dockerTag, deployment.replicaCount)}
    </Box>
  )
}

interface SelectedWorker {
  id: string
  name: string
}

/** A select of the deployable workers. `value` is the id, empty while none is selected. */
export function WorkerSelect({
  value,
  onChange,
  disabled,
}: {
  value: string
  onChange(worker: SelectedWorker | null): void
  disabled: boolean
}) {
  const { workers, fetching, error } = useDeployableWorkers({
    pause: false,
    requestPolicy: 'cache-and-network',
  })
  useFailToast(texts.loadWorkersFailed, error)
  const choices = useMemo(
    () => (workers ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [workers],
  )
  return (
    <ChoiceField
      label={texts.worker}
      choices={choices}
      value={value || null}
      onChange={(id) => onChange(workers?.find((worker) => worker.id === id) ?? null)}
      required
      disabled={disabled}
      loading={fetching && !workers}
      hint={workers?.length === 0 ? texts.noWorkers : undefined}
    />
  )
}
