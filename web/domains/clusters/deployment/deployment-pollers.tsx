import { Box } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { PollingPanel } from '#web/ui/page/polling-panel.tsx'
import { deploymentTypeQuery } from './operations.ts'

/**
 * The type of the tasks of a deployment; undefined until it is read, null without a worker and where it is not told.
 */
export function useDeploymentType(workerId: string | null): string | null | undefined {
  const isTold = useFeature('queues')
  const variables = useMemo(() => ({ id: workerId ?? '' }), [workerId])
  const pause = !isTold || workerId === null
  const [{ data, error }] = useQuery({ query: deploymentTypeQuery, variables, pause })
  return pause || error ? null : data && (data.worker.type || null)
}

/** Whether the alias of a deployment is polled, and by which hosts; nothing on a platform that does not tell its queues. */
export function DeploymentPollers({ workerId, alias }: { workerId: string | null; alias: string }) {
  const type = useDeploymentType(workerId)
  if (type === undefined) return <span hidden data-pending />
  return type && <Pollers type={type} alias={alias} />
}

function Pollers({ type, alias }: { type: string; alias: string }) {
  const read = useQueues(type)
  const others = read.queues?.map((queue) => queue.alias).sort() ?? []
  return (
    <Box mb="3.5">
      <PollingPanel
        read={read}
        queues={read.queues?.filter((queue) => queue.alias === alias)}
        empty={texts.noQueue(alias, others)}
      />
    </Box>
  )
}
