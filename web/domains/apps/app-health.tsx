import { Box, Flex } from '@chakra-ui/react'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { ShareBar, ShareLegend } from '#web/ui/display/share-bar.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { HealthPlace } from './health-mark.tsx'
import type { HealthOfApp } from './use-app-health.ts'

/** The foot of the card of an app: what failed, runs and waits, and how the runs of the last 24 hours ended. */
export function AppHealth({
  appId,
  health,
  readAt,
}: {
  appId: string
  /** Null: not known; undefined: not read yet. */
  health: HealthOfApp | null | undefined
  /** When it was read; ages do not count beyond it once reads fail. */
  readAt: number | undefined
}) {
  if (health === undefined) return <HealthPlace />
  if (health === null) return <Box height="8" />
  const { completed, cancelled, oldestQueued } = health
  const failed = health.failed ?? 0
  const running = health.running ?? 0
  const shares = [
    { status: 'completed', count: completed ?? 0 },
    { status: 'failed', count: failed },
    { status: 'cancelled', count: cancelled ?? 0 },
    { status: 'running', count: running },
  ]
  return (
    <>
      <Flex
        gap="3"
        // What does not fit goes above, so that the counts of all cards are in one line.
        wrap="wrap-reverse"
        mb="1.5"
        textStyle="xs"
        color="ink.2"
        fontVariantNumeric="tabular-nums"
        css={{ '& a': { minH: { base: '10', sm: 'auto' }, display: 'inline-flex', alignItems: 'center' } }}
        align="center"
      >
        {failed > 0 ? (
          <TextLink
            to={paths.workqueues(appId, '?status=failed&children=all')}
            color="status.failed.fg"
            fontWeight="medium"
          >
            {appMessages.failed(failed)}
          </TextLink>
        ) : (
          <span>{appMessages.failed(0)}</span>
        )}
        {running > 0 ? (
          <TextLink
            to={paths.workqueues(appId, '?status=notstarted,started&children=all')}
            color="status.started.fg"
            fontWeight="medium"
          >
            {appMessages.running(running)}
          </TextLink>
        ) : (
          <span>{appMessages.running(0)}</span>
        )}
        {oldestQueued !== null && <Oldest since={oldestQueued} until={readAt} />}
      </Flex>
      <ShareBar shares={shares} empty={appMessages.noRuns} />
    </>
  )
}

/** How long the task that waits longest has waited. Stands still once reads fail. */
function Oldest({ since, until }: { since: string; until: number | undefined }) {
  const text = useOfNow(500, (now) =>
    shortDuration(
      Math.floor(Math.max(0, Math.min(knownUntil(now), until ?? now) - Date.parse(since)) / 1000) * 1000,
    ),
  )
  return (
    <Box as="span" ms="auto" title={appMessages.oldestHint}>
      {appMessages.oldest(text)}
    </Box>
  )
}

/** What the bars mean. */
export function HealthLegend() {
  return (
    <Flex wrap="wrap" columnGap="5" rowGap="1.5" mt="4" textStyle="xs" color="ink.2">
      {appMessages.health}
      <ShareLegend statuses={['completed', 'failed', 'cancelled', 'running']} />
    </Flex>
  )
}
