import { Field, Input } from '@chakra-ui/react'
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
  useFailToast(texts.loadWorkersFailed, error)
  return { workers: data?.deployableWorkers, fetching }
}

/**
 * The worker of a deployment that has one; it cannot be changed. Its name is taken from the deployable
 * workers, else read by id: it may be deleted or not deployable any more. Falls back to the id.
 */
export function WorkerName({
  deployment,
}: {
  deployment: Pick<DeploymentDetail, 'workerId' | 'workerName'>
}) {
  const { workerId, workerName } = deployment
  const { workers, fetching: listing } = useDeployableWorkers({ pause: workerName !== null })
  const listed = workerName ?? workers?.find(({ id }) => id === workerId)?.name
  const [{ data, error, fetching: looking }] = useQuery({
    query: deploymentWorkerQuery,
    variables: { id: workerId ?? '' },
    pause: !workers || listed !== undefined,
  })
  useFailToast(texts.loadWorkerFailed, error)
  const fetching = listing || looking
  const name = listed ?? data?.worker.name ?? (fetching ? '' : (workerId ?? ''))
  return (
    <Field.Root disabled>
      <Field.Label>{texts.worker}</Field.Label>
      <Input value={name} placeholder={fetching ? 'Loading...' : undefined} readOnly />
    </Field.Root>
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
  const { workers, fetching } = useDeployableWorkers({ pause: false, requestPolicy: 'cache-and-network' })
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
