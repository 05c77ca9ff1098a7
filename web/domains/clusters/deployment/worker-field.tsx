import { Field, Input } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { deploymentMessages as texts } from '../../../../shared/domains/clusters/messages.ts'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { useFailToast } from '../../../ui/use-fail-toast.ts'
import { deployableWorkersQuery, deploymentWorkerQuery } from '../deployment-operations.ts'
import type { Deployment } from './draft.ts'

/** The worker of a deployment that is there, which cannot be changed. Its id stands for a name that nobody knows. */
export function WorkerName({ deployment }: { deployment: Deployment }) {
  const { workerId, workerName } = deployment
  const [{ data, fetching }] = useQuery({
    query: deploymentWorkerQuery,
    variables: { id: workerId ?? '' },
    pause: workerName !== null || workerId === null,
  })
  const name = workerName ?? data?.worker.name ?? (fetching ? '' : (workerId ?? ''))
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
  const [{ data, error, fetching }] = useQuery({
    query: deployableWorkersQuery,
    requestPolicy: 'cache-and-network',
  })
  useFailToast(texts.loadWorkersFailed, error)
  const workers = data?.deployableWorkers
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
