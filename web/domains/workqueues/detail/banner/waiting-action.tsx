import { Button } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useQuery } from 'urql'
import { controlMessages } from '#shared/domains/tasks/control-messages.ts'
import { needMessages as texts } from '#shared/domains/queues/need-messages.ts'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { useRunTaskNow } from '#web/domains/tasks/mutations.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useFeature } from '#web/lib/features.ts'
import { queueCarriersQuery } from '#web/lib/queues/deployments-operations.ts'
import { useRights } from '#web/lib/rights.tsx'
import { paths } from '#web/paths.ts'

interface WaitingActionProps {
  task: TaskDetail
  cause: Cause
  look: object
  onDone(): void
}

/** The action of a task that waits for its next attempt, or for a worker. */
export function WaitingAction({ task, cause, look, onDone }: WaitingActionProps) {
  return task.status === 'retry' ? (
    <RunNowButton task={task} look={look} onDone={onDone} />
  ) : (
    <QueueLink task={task} cause={cause} look={look} />
  )
}

/** Ends the wait for the next attempt of a task; nothing where the platform cannot. */
function RunNowButton({ task, look, onDone }: { task: TaskDetail; look: object; onDone(): void }) {
  const offered = useFeature('control')
  const { run, running } = useRunTaskNow(task.name)
  if (!offered) return null
  const runNow = async () => {
    if (await run({ id: task.id })) onDone()
  }
  return (
    <Button {...look} loading={running} onClick={() => void runNow()}>
      <RotateCw /> {controlMessages.labels.now}
    </Button>
  )
}

/**
 * Opens the queue that a task waits in. Where nothing polls it, what can: its deployment, else a worker that is started by
 * hand.
 */
function QueueLink({
  task: { type, alias },
  cause: { code, action },
  look,
}: Omit<WaitingActionProps, 'onDone'>) {
  const variables = { type, alias }
  const [{ data }] = useQuery({ query: queueCarriersQuery, variables, pause: code !== 'nobody' })
  const { mayChange } = useRights()
  const { worker, deployments } = data?.queue ?? {}
  const deployment = deployments?.find(({ clusterId }) => clusterId)
  const [to, label] = deployment?.clusterId
    ? [paths.deployment(deployment.clusterId, deployment.id), texts.openDeployment]
    : worker && mayChange
      ? [paths.starterKits(worker.id), texts.startWorker]
      : [paths.queue(type, alias), action?.label]
  return (
    <Button {...look} asChild>
      <Link to={to}>{label}</Link>
    </Button>
  )
}
