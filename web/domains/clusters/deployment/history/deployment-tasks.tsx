import { Box, Skeleton } from '@chakra-ui/react'
import { useMemo } from 'react'
import { MOST_FAILING } from '#shared/domains/clusters/defaults.ts'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useRegularRead } from '#web/lib/queues/use-queues.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import type { FailingCausesProps } from './failing-causes.tsx'
import { deploymentWorkQuery } from './operations.ts'

// Loaded when something fails: with the dialog that restarts it.
const FailingCauses = lazyPart<FailingCausesProps>(
  async () => (await import('./failing-causes.tsx')).FailingCauses,
  () => <Skeleton m="3.5" height="40px" data-pending />,
)

/** The tasks of the alias of a deployment that wait, run or fail now; null on a platform that does not tell them. */
export function useDeploymentWork(id: string) {
  const isTold = useFeature('deployments')
  const variables = useMemo(() => ({ id }), [id])
  const read = useRegularRead(deploymentWorkQuery, variables, isTold)
  return isTold ? read : null
}

/** These tasks, with the causes of those that fail; nothing where they are not told. */
export function DeploymentTasks({
  alias,
  read,
}: {
  alias: string
  read: ReturnType<typeof useDeploymentWork>
}) {
  if (!read) return null
  const work = read.data?.deploymentWork
  const failing = work?.failing ?? 0
  const told = work?.failures.reduce((sum, { tasks }) => sum + (tasks ?? 1), 0) ?? 0
  return (
    <Box mb="3.5">
      <Panel
        title={texts.work(alias)}
        padded={false}
        aside={<StaleNote {...read} onReadAgain={read.reread} />}
      >
        {!work && !read.failing && <Skeleton m="3.5" height="20px" data-pending />}
        {work && (
          <Box px="3.5" py="2.5" fontVariantNumeric="tabular-nums">
            <Box as="span" color={failing > 0 ? 'danger' : undefined}>
              {failing > 0 ? texts.failing(failing, MOST_FAILING) : texts.noneFails}
            </Box>
            <Box as="span" color="ink.2">
              {` · ${texts.counts(work.queued ?? 0, work.started ?? 0, work.retry ?? 0)}`}
            </Box>
          </Box>
        )}
        {work && work.failures.length > 0 && (
          <FailingCauses causes={work.failures} others={failing - told} onChanged={read.reread} />
        )}
      </Panel>
    </Box>
  )
}
