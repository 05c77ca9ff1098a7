import { Field, Input } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery, type RequestPolicy } from 'urql'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { useFailToast } from '#web/ui/use-fail-toast.ts'
import { deployableWorkersQuery, deploymentWorkerQuery } from '../deployment-operations.ts'
import type { Deployment } from './draft.ts'

/** Every worker that a deployment may be made of; undefined until they are read. */
function useDeployableWorkers(query: { pause: boolean; requestPolicy?: RequestPolicy }) {
  const [{ data, error, fetching }] = useQuery({ query: deployableWorkersQuery, ...query })
  useFailToast(texts.loadWorkersFailed, error)
  return { workers: data?.deployableWorkers, fetching }
}

/**
 * The worker of a deployment that has one, which cannot be changed. It is found among those that may be deployed, else
 * by itself: it may be deleted, or of a name that is not offered. Its id stands for a name that nobody knows.
 */
export function WorkerName({ deployment }: { deployment: Pick<Deployment, 'workerId' | 'workerName'> }) {
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

export interface ChosenWorker {
  id: string
  name: string
}

/** One of the workers that a deployment may be made of, found by typing. `value` is its id, empty while none is chosen. */
export function WorkerChoice({
  value,
  onChange,
  disabled,
}: {
  value: string
  onChange(worker: ChosenWorker | null): void
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
