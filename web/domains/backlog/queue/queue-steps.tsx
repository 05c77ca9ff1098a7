import { Box, Button, Flex } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { deploymentMessages } from '#shared/domains/clusters/messages.ts'
import { needMessages as texts } from '#shared/domains/queues/need-messages.ts'
import { QueueAction } from './queue-action.tsx'
import { QueueMovesProvider } from './queue-moves.tsx'
import { IfMayChange } from '#web/lib/rights.tsx'
import type { ListedQueue } from '#web/lib/queues/use-queues.ts'
import { useAliasDeployments } from '#web/lib/queues/use-alias-deployments.ts'
import { isPolledNow } from '#shared/domains/queues/polling.ts'
import { useNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'

export interface PollingStepsProps {
  queue: ListedQueue
  workerId: string
  /** Whether the page is that of a deployment of the queue: its replicas should poll, and the page needs no way to it. */
  isDeployment?: boolean
  /** Whether the alias has no key, without which its worker can report nothing; absent where that is not known. */
  isKeyless?: boolean
  /** Those of its type; undefined while they are not known. */
  others: readonly ListedQueue[] | undefined
  /** Called when what waits was moved. */
  onChanged(): void
}

/** The best step first: what the backlog offers for the verdict, then what gets the queue a worker process. */
export function QueueSteps(props: PollingStepsProps) {
  const { queue, others, workerId, isDeployment, isKeyless, onChanged } = props
  const isPolled = isPolledNow(queue, useNow(10_000))
  const [deployment] = useAliasDeployments(isDeployment ? null : queue) ?? []
  const row = {
    ...queue,
    id: `${queue.type} ${queue.alias}`,
    retry: queue.retry ?? 0,
    queued: queue.queued ?? 0,
    started: queue.started ?? 0,
    queue,
  }
  return (
    <Flex gap="2" wrap="wrap">
      {isDeployment && queue.pollers.length === 0 && (
        <Box as="p" flexBasis="full" color="ink.2" textStyle="xs">
          {texts.neverPolled}
        </Box>
      )}
      <QueueMovesProvider queues={others} onMoved={onChanged}>
        <QueueAction row={row} />
      </QueueMovesProvider>
      {deployment && (
        <Step to={paths.deployment(deployment.clusterId ?? '', deployment.id)} label={texts.openDeployment} />
      )}
      {!isPolled && (
        <IfMayChange>
          {isKeyless && <Step to={paths.worker(workerId, '?aliases=true#aliases')} label={texts.createKey} />}
          <Step to={paths.starterKits(workerId)} label={texts.startWorker} />
        </IfMayChange>
      )}
      {isDeployment && <Step to={paths.worker(workerId)} label={deploymentMessages.openWorker} />}
    </Flex>
  )
}

const Step = ({ to, label }: { to: string; label: string }) => (
  <Button asChild size="sm" minH={{ base: '10', sm: '7' }} flexGrow={{ base: 1, sm: 0 }}>
    <Link to={to}>{label}</Link>
  </Button>
)
