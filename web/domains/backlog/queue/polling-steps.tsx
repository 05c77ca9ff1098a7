import { Box } from '@chakra-ui/react'
import { pollingNeed } from '#shared/domains/queues/need.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useNow } from '#web/lib/use-time.ts'
import type { PollingStepsProps } from './queue-steps.tsx'

// Loaded when a queue needs something.
const QueueSteps = lazyPart<PollingStepsProps>(
  async () => (await import('./queue-steps.tsx')).QueueSteps,
  () => <Box minH={{ base: '10', sm: '7' }} data-pending />,
)

/** What can be done next about a queue; nothing while it is fine. */
export function PollingSteps({ isDeployment = false, ...props }: PollingStepsProps) {
  const now = useNow(10_000)
  const { queue } = props
  const need = pollingNeed([queue], { failing: false, isDeployed: isDeployment }, now)
  const isHeld = queue.verdict.code === 'paused' || queue.verdict.code === 'limit'
  if (need === null && !isHeld) return null
  return (
    <Box mt="2">
      <QueueSteps {...props} isDeployment={isDeployment} />
    </Box>
  )
}
