import { Box, chakra, Flex, Grid, Skeleton } from '@chakra-ui/react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { adviceOf } from '#shared/domains/queues/advice.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { StoppedClock, useNow } from '#web/lib/use-time.ts'
import { isBuiltinType, useRegularRead } from '#web/lib/queues/use-queues.ts'
import { paths } from '#web/paths.ts'
import { PollerList } from '#web/ui/display/pollers.tsx'
import { useNewAlert } from '#web/ui/page/alert-me.tsx'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { openQueueQuery } from '../operations.ts'
import type { BacklogListRow } from '../sort-backlog.ts'
import { FlowChart } from './flow-chart.tsx'
import { QueueAction, tasksAddress } from './queue-action.tsx'

type OpenQueueDetail = ResultOf<typeof openQueueQuery>['queue']

const QueueSettings = lazyPart(
  async () => (await import('./queue-settings.tsx')).QueueSettings,
  () => <Waiting height="66px" />,
)

/**
 * An open row: what moved in the queue, who polls it, and where its tasks, its worker and its deployments are. One that the
 * page was opened with (`linked`) is brought into view.
 */
export function OpenQueue({ row, linked }: { row: BacklogListRow; linked: boolean }) {
  const { type, alias } = row
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const above = linked ? box.current?.closest('tr')?.previousElementSibling : null
    if (above && above.getBoundingClientRect().bottom > window.innerHeight)
      above.scrollIntoView({ block: 'start' })
  }, [linked])
  const variables = useMemo(() => ({ type, alias }), [type, alias])
  const read = useRegularRead(openQueueQuery, variables, true)
  const queue = read.data?.queue
  return (
    <Box
      ref={box}
      role="region"
      aria-label={texts.openQueue(type, alias)}
      m={{ base: '0', sm: '3' }}
      mt={{ sm: '0' }}
      borderWidth={{ base: '1px 0 0', sm: '1px' }}
      borderRadius={{ sm: 'lg' }}
      overflow="hidden"
      textAlign="start"
    >
      {read.failing && (
        <Box px="3.5" pt="2.5">
          <StaleNote {...read} onReadAgain={read.reread} />
        </Box>
      )}
      <Grid templateColumns={columns}>
        <Part whole>
          {queue ? <FlowChart {...queue} verdict={queue.verdict.code} /> : <Waiting height="180px" />}
        </Part>
        <Part>
          {queue ? (
            <StoppedClock value={read.staleSince}>
              <Pollers queue={queue} />
            </StoppedClock>
          ) : (
            <Waiting height="96px" />
          )}
        </Part>
        <Part>
          {queue ? (
            <>
              {!isBuiltinType(type) && <QueueSettings queue={queue} />}
              <Links queue={queue} action={<QueueAction row={row} />} />
            </>
          ) : (
            <Waiting height="96px" />
          )}
        </Part>
      </Grid>
    </Box>
  )
}

const columns = {
  base: 'minmax(0, 1fr)',
  md: 'minmax(0, 3fr) minmax(0, 2fr)',
  xl: 'minmax(0, 5fr) minmax(0, 4fr) minmax(180px, 2fr)',
}

/** A part of an open row; `whole` has a line of its own where the page is too narrow for three. */
function Part({ whole = false, children }: { whole?: boolean; children: ReactNode }) {
  return (
    <Box
      p="3.5"
      minW="0"
      borderColor="line"
      gridColumn={whole ? { md: '1 / -1', xl: 'auto' } : undefined}
      borderTopWidth={{ base: whole ? '0' : '1px', xl: '0' }}
      borderInlineStartWidth={whole ? '0' : { xl: '1px' }}
    >
      {children}
    </Box>
  )
}

const Waiting = ({ height }: { height: string }) => <Skeleton height={height} />

function Pollers({ queue }: { queue: OpenQueueDetail }) {
  const now = useNow(10_000)
  const advice = adviceOf({ ...queue, builtin: isBuiltinType(queue.type) }, now)
  return (
    <>
      <Flex justify="space-between" gap="3" mb="2">
        <chakra.h2 fontWeight="semibold">{texts.pollers}</chakra.h2>
        <chakra.span color="ink.3" textStyle="xs">
          {queue.pollers.length > 0 && texts.pollersHint}
        </chakra.span>
      </Flex>
      {isBuiltinType(queue.type) ? <Box color="ink.2">{texts.builtinText}</Box> : <PollerList {...queue} />}
      {queue.verdict.code === 'nobody' && queue.worker && queue.deployments.length === 0 && (
        <Box mt="2">{texts.noDeployment}</Box>
      )}
      {advice && (
        <Box mt="3" color="ink.2" textStyle="xs">
          {advice}
        </Box>
      )}
    </>
  )
}

/** Apps whose tasks are linked; the others are in the list of their app. */
const LINKED_APPS = 4

function Links({
  queue: { type, alias, apps, worker, deployments },
  action,
}: {
  queue: OpenQueueDetail
  action: ReactNode
}) {
  const waiting = apps.filter(({ queued }) => (queued ?? 0) > 0).slice(0, LINKED_APPS)
  const newAlert = useNewAlert({ kind: 'queueNobody', minutes: '5', type })
  const running = apps.filter(({ started }) => (started ?? 0) > 0).slice(0, LINKED_APPS)
  return (
    <chakra.nav aria-label={texts.linksOf(type, alias)}>
      <chakra.h2 fontWeight="semibold" mb="2">
        {texts.goTo}
      </chakra.h2>
      <Flex
        as="ul"
        direction="column"
        listStyleType="none"
        rowGap={{ base: '0', sm: '1.5' }}
        css={{ '& a': { display: 'inline-block', py: { base: '2', sm: '0' }, overflowWrap: 'anywhere' } }}
      >
        {waiting.map(({ id, name, queued }) => (
          <li key={`queued ${id}`}>
            <TextLink to={tasksAddress(id, type, 'queued')}>{texts.queuedIn(queued ?? 0, name)}</TextLink>
          </li>
        ))}
        {running.map(({ id, name, started }) => (
          <li key={`started ${id}`}>
            <TextLink to={tasksAddress(id, type, 'started')}>{texts.startedIn(started ?? 0, name)}</TextLink>
          </li>
        ))}
        {worker && (
          <li>
            <TextLink to={paths.worker(worker.id)}>{texts.workerLink(worker.name)}</TextLink>
          </li>
        )}
        {deployments.map(({ id, clusterId, cluster }) => (
          <li key={id}>
            <TextLink to={paths.deployment(clusterId ?? '', id)}>{texts.deploymentLink(cluster)}</TextLink>
          </li>
        ))}
        {apps.length === 0 && !worker && deployments.length === 0 && (
          <chakra.li color="ink.2">{texts.noLinks}</chakra.li>
        )}
        {newAlert && (
          <li>
            <TextLink to={newAlert}>{pageMessages.alertMe}</TextLink>
          </li>
        )}
      </Flex>
      <Box mt="3" hideBelow="sm" display={{ xl: 'none' }}>
        {action}
      </Box>
    </chakra.nav>
  )
}
