import { chakra } from '@chakra-ui/react'
import { saidOf } from '#shared/domains/queues/behind.ts'
import { queueMessages } from '#shared/domains/queues/messages.ts'
import { silentText } from '#shared/domains/queues/nobody.ts'
import { isBehind, type PollingState, pollingState } from '#shared/domains/queues/need.ts'
import { needMessages } from '#shared/domains/queues/need-messages.ts'
import { pollingOfWorker } from '#shared/domains/queues/of-worker.ts'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import type { ListedQueue } from '#web/lib/queues/use-queues.ts'
import { useQueuesNow } from '#web/lib/queues/use-queues-now.ts'
import { NeedMark } from './need-mark.tsx'

const looks: Record<PollingState, readonly [soft: string, fg: string]> = {
  unpolled: ['danger.soft', 'danger'],
  failing: ['danger.soft', 'danger'],
  unpublished: ['danger.soft', 'danger'],
  behind: ['status.retry.soft', 'status.retry.fg'],
  silent: ['status.retry.soft', 'status.retry.fg'],
  polled: ['status.completed.soft', 'status.completed.fg'],
  unused: ['status.active.soft', 'status.active.fg'],
}

export interface PollingBadgeProps {
  queues: readonly ListedQueue[]
  /** Whether tasks of them fail. */
  failing: boolean
  /** Whether replicas of a deployment should poll them. */
  isDeployed?: boolean
}

/** Beside the title of a worker or of a deployment: who polls its queues, and what these need most. */
export function PollingBadge({ queues, failing, isDeployed = false }: PollingBadgeProps) {
  const now = useQueuesNow(queues)
  const polling = pollingOfWorker(queues, now)
  const state = pollingState(queues, { failing, isDeployed }, now)
  const [soft, fg] = looks[state]
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      minH="6"
      px="2"
      borderRadius="sm"
      textStyle="xs"
      fontWeight="medium"
      bg={soft}
      color={fg}
    >
      <NeedMark state={state} />
      {textOf(state, polling, queues, now)}
    </chakra.span>
  )
}

function textOf(
  state: PollingState,
  worker: ReturnType<typeof pollingOfWorker>,
  queues: readonly ListedQueue[],
  now: number,
): string {
  const { nobody, polling, of, waiting } = worker
  const polled = `${queueMessages.pollersOf(polling, of)} ${workerMessages.poll}`
  if (state === 'polled') return polled
  if (state === 'silent') return `${polled}, ${silentText(worker)}`
  if (state === 'failing') return `${polled}, ${needMessages.marks.failing}`
  const behind = state === 'behind' ? queues.find((queue) => isBehind(queue, now)) : undefined
  if (behind) return saidOf(behind, now).text
  return [nobody, waiting > 0 && queueMessages.waits(waiting)].filter(Boolean).join(', ')
}
