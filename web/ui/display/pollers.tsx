import { Box, chakra, Flex } from '@chakra-ui/react'
import { goneHosts } from '#shared/domains/queues/behind.ts'
import { lastPollAgo, silentText } from '#shared/domains/queues/nobody.ts'
import { queueMessages as texts } from '#shared/domains/queues/messages.ts'
import { pollersNow, pollSummary, type PollerFacts, type PollerNow } from '#shared/domains/queues/polling.ts'
import { useQueuesNow } from '#web/lib/queues/use-queues-now.ts'
import { useNow } from '#web/lib/use-time.ts'

/** Hosts that are listed; of more than these their number is. */
const SHOWN = 8

/** How many poll, with which versions; without one that none does and, unless the row has it elsewhere, the last poll. */
export function PollersText({
  pollers,
  lastPollAt,
  builtin,
  lastPollIsTold = false,
  wanted = null,
}: {
  pollers: readonly PollerFacts[]
  lastPollAt: string | null
  builtin: boolean
  lastPollIsTold?: boolean
  /** How many replicas the row says that there are: of as many pollers it is not said again of how many. */
  wanted?: number | null
}) {
  const now = useQueuesNow([{ pollers }])
  if (builtin) return <chakra.span color="ink.2">{texts.builtin}</chakra.span>
  const summary = pollSummary(pollersNow(pollers, now), now)
  const { polling, silent, of, gone, versions } = summary
  const there = polling + silent
  const last = lastPollAt === null ? null : Date.parse(lastPollAt)
  return (
    <chakra.span display="block" minW="0" textAlign="start" data-polling={polling}>
      <chakra.span
        display="block"
        color={there === 0 || gone.length > 0 ? 'danger' : silent > 0 ? 'status.retry.fg' : undefined}
      >
        {there === 0 ? texts.none : of === wanted ? polling : texts.pollersOf(polling, of)}
      </chakra.span>
      {there === 0 && lastPollIsTold ? null : there > 0 && gone.length > 0 ? (
        <chakra.span display="block" color="danger" textStyle="xs" title={gone.join(', ')}>
          {goneHosts(gone)}
        </chakra.span>
      ) : silent > 0 ? (
        <chakra.span display="block" color="status.retry.fg" textStyle="xs">
          {silentText(summary)}
        </chakra.span>
      ) : (
        <chakra.span
          display="block"
          truncate
          color={versions.length > 1 ? 'status.retry.fg' : 'ink.2'}
          textStyle={there === 0 ? 'xs' : 'mono'}
          title={versions.length > 1 ? texts.versionsDiffer : undefined}
        >
          {there === 0 ? texts.lastPoll(lastPollAgo(last, now)) : versions.join(', ')}
        </chakra.span>
      )}
    </chakra.span>
  )
}

/** The worker processes of a queue: host, version, last poll and what they run; those that poll first. */
export function PollerList({ pollers }: { pollers: readonly PollerFacts[] }) {
  const now = useNow(500)
  const rows = pollersNow(pollers, now)
  const shown = rows.slice(0, SHOWN)
  const anyRuns = shown.some(({ running }) => running)
  if (rows.length === 0) return <Box color="ink.2">{texts.noPollers}</Box>
  return (
    <>
      <chakra.ul
        display="grid"
        gridTemplateColumns={`auto minmax(0, max-content) repeat(${anyRuns ? 3 : 2}, max-content)`}
        justifyContent="start"
        columnGap="3"
        rowGap="1.5"
        alignItems="baseline"
        listStyleType="none"
      >
        {shown.map((poller) => (
          <PollerLine
            key={`${poller.hostName} ${poller.version}`}
            poller={poller}
            now={now}
            hasRuns={anyRuns}
          />
        ))}
      </chakra.ul>
      {rows.length > SHOWN && (
        <Box mt="1.5" color="ink.2" textStyle="xs">
          {texts.morePollers(rows.length - SHOWN)}
        </Box>
      )}
    </>
  )
}

const dots: Record<PollerNow['state'], string> = {
  polls: 'status.completed.fg',
  silent: 'status.retry.fg',
  gone: 'danger',
  replaced: 'ink.3',
  past: 'ink.3',
}

function PollerLine({ poller, now, hasRuns }: { poller: PollerNow; now: number; hasRuns: boolean }) {
  const { hostName, version, lastPollAt, running, state, isOdd } = poller
  const polls = state === 'polls'
  const last = lastPollAt === null ? null : Math.min(Date.parse(lastPollAt), now)
  return (
    <chakra.li display="contents" data-state={state}>
      <Flex as="span" aria-hidden alignSelf="center">
        <Box
          as="span"
          boxSize="7px"
          borderRadius="full"
          borderWidth="1.5px"
          borderColor={dots[state]}
          bg={polls ? dots[state] : undefined}
        />
      </Flex>
      <chakra.span textStyle="mono" truncate title={hostName} color={polls ? 'ink' : 'ink.2'}>
        {hostName}
      </chakra.span>
      <chakra.span
        textStyle="mono"
        color={isOdd && polls ? 'status.retry.fg' : 'ink.2'}
        title={isOdd && polls ? texts.versionsDiffer : undefined}
      >
        {version}
      </chakra.span>
      <chakra.span
        color={state === 'gone' || state === 'silent' ? dots[state] : 'ink.2'}
        fontVariantNumeric="tabular-nums"
        whiteSpace="nowrap"
      >
        {state === 'replaced' ? texts.replaced : lastPollAgo(last, now)}
      </chakra.span>
      {hasRuns && (
        <chakra.span textAlign="end" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
          {running ? texts.runs(running) : ''}
        </chakra.span>
      )}
    </chakra.li>
  )
}
