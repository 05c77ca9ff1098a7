import { Box, Button } from '@chakra-ui/react'
import { Fragment, type ReactNode } from 'react'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { knownUntil } from '#web/realtime/live-status.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { WorkqueueDetail } from './operations.ts'
import { activeAt } from './use-causes.ts'

/** When a run was last read, in milliseconds since 1970, and whether reads fail since then. */
export interface Reads {
  readAt: number
  failing: boolean
}

/** The facts beside the name of a run: active time, restarts, family, and whether they are live. */
export function RunFacts({
  run,
  failed,
  reads,
  onFailed,
  onReread,
}: {
  run: WorkqueueDetail
  /** Failed tasks of a run that goes on. */
  failed: number
  reads: Reads
  onFailed(): void
  onReread(): void
}) {
  const { children, parent } = run
  const facts: [string, ReactNode][] = []
  if (failed > 0)
    facts.push([
      'failed',
      <Button key="failed" variant="plain" data-touch color="danger" fontWeight="semibold" onClick={onFailed}>
        {runMessages.tasksFailed(failed, run.tasks.length)}
      </Button>,
    ])
  if (run.started !== null) facts.push(['active', <ActiveTime key="active" run={run} />])
  if (run.restarts) facts.push(['restarts', runMessages.restarted(run.restarts)])
  if (children && (children.total ?? 0) > 0)
    facts.push([
      'children',
      [
        runMessages.children(children.total ?? 0),
        children.failed ? runMessages.childrenFailed(children.failed) : null,
        children.running ? runMessages.childrenRunning(children.running) : null,
        children.cancelled ? runMessages.childrenCancelled(children.cancelled) : null,
      ]
        .filter(Boolean)
        .join(', '),
    ])
  if (parent?.workqueueId)
    facts.push([
      'parent',
      <TextLink
        key="parent"
        data-touch
        to={paths.workqueue(run.appId, parent.workqueueId, parent.taskId ? `?task=${parent.taskId}` : '')}
        title={runMessages.parent}
      >
        {runMessages.parentRun}
      </TextLink>,
    ])
  // What has ended is not live; that it could not be read again is still said.
  if (reads.failing || !isTerminal(run.status))
    facts.push(['live', <LiveMark key="live" listening {...reads} onReadAgain={onReread} />])
  return (
    <Box
      // On a phone the note stands beside it, also where the facts take two lines.
      flex={{ base: '1 1 0', sm: '0 1 auto' }}
      minW="0"
      color="ink.2"
      display="inline-flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="2"
      rowGap="0.5"
      fontVariantNumeric="tabular-nums"
    >
      {facts.map(([key, fact], place) => (
        <Fragment key={key}>
          {place > 0 && (
            <Box as="span" aria-hidden color="ink.3">
              ·
            </Box>
          )}
          <span>{fact}</span>
        </Fragment>
      ))}
    </Box>
  )
}

/** `4 m 09 s active`: the time in which a task ran or was ready to; where that is not known, the time since the start. */
function ActiveTime({ run }: { run: WorkqueueDetail }) {
  const text = useOfNow(500, (clock) => {
    const now = knownUntil(clock)
    const active = activeAt(run, now)
    if (active !== null) return runMessages.active(shortDuration(active))
    const end = run.ended === null ? now : Date.parse(run.ended)
    return shortDuration(Math.max(0, end - Date.parse(run.started ?? '')))
  })
  return <>{text}</>
}
