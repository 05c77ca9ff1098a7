import { Box, Button } from '@chakra-ui/react'
import { restartHistoryMessages } from '#shared/domains/failures/history-messages.ts'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { userName } from '#shared/lib/email.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import { paths } from '#web/paths.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { oneLine } from '#web/ui/table/cells.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { failureListQuery } from '../operations.ts'
import { HourTrend } from '../hour-trend.tsx'
import { FailureStateBadge, HeldBadge } from '../state-badge.tsx'

export type FailureRow = ResultOf<typeof failureListQuery>['failures']['rows'][number]

const number = (count: number | null) => (count ?? 0).toLocaleString('en')

/** The button that restarts what failed, or how long a restart is held; a closed failure has nothing to restart. */
function restartColumn(
  onRestart: (failure: FailureRow) => void,
  isHeld: (id: string) => boolean,
  isLong: boolean,
) {
  return {
    key: 'restart',
    header: '',
    width: isLong ? '180px' : '136px',
    align: 'end',
    card: 'line',
    render: (failure) =>
      failure.held ? (
        <HeldBadge until={failure.held.until} />
      ) : (
        failure.state !== 'closed' &&
        failure.restartable !== 0 && (
          <IfMayChange>
            <RestartButton
              failure={failure}
              isLong={isLong}
              onRestart={onRestart}
              disabled={isHeld(failure.id)}
            />
          </IfMayChange>
        )
      ),
  } satisfies Column<FailureRow>
}

/** How many it restarts, and where: on the alias that is suggested, else each task on its own. */
function RestartButton({
  failure,
  isLong,
  onRestart,
  disabled,
}: {
  failure: FailureRow
  /** There is room for the name of the alias. */
  isLong: boolean
  onRestart(failure: FailureRow): void
  disabled: boolean
}) {
  const { title, restartable, suggestedAlias, sample } = failure
  const where = suggestedAlias && texts.restartOn(restartable, suggestedAlias.alias)
  const label = isLong && where ? where : restartHistoryMessages.restartAsk(restartable)
  return (
    <Button
      size="sm"
      width={{ base: 'full', sm: 'auto' }}
      maxW="full"
      minH={{ base: '10', sm: '7' }}
      disabled={disabled}
      aria-label={restartHistoryMessages.restartOf(label, title)}
      title={where ?? restartHistoryMessages.onOwnAlias(sample?.alias ?? null)}
      onClick={() => onRestart(failure)}
    >
      <Box as="span" {...oneLine}>
        {label}
      </Box>
    </Button>
  )
}

/** The app of the newest failed attempt, and how many others had some. */
const appsColumn = (names: ReadonlyMap<string, string>): Column<FailureRow> => ({
  key: 'apps',
  header: texts.columns.apps,
  width: '126px',
  fixed: true,
  render: ({ sample, apps }) => {
    const name = names.get(sample?.appId ?? '')
    const text = name ? texts.inApps(name, Math.max(0, (apps ?? 1) - 1)) : number(apps)
    return (
      <Box as="span" display="block" title={text} {...oneLine}>
        {text}
      </Box>
    )
  },
})

/** On a phone the counts are one line. */
const countsLine: Column<FailureRow> = {
  key: 'counts',
  header: '',
  card: 'first',
  render: ({ runs, tasks, last }) => (
    <Box as="span" color="ink.2" textStyle="xs">
      {texts.sentence(runs ?? 0, tasks ?? 0, 1)}
      {BETWEEN_FACTS}
      <RelativeTime value={last} />
    </Box>
  ),
}

/**
 * The columns of the list of failures; on a phone fewer, so that several failures are in view. The alias on a button and the
 * trend give way to the titles.
 */
export function failureListColumns({
  isPhone,
  hasAlias,
  hasTrend,
  onRestart,
  isHeld,
  apps,
}: {
  isPhone: boolean
  hasAlias: boolean
  hasTrend: boolean
  /** The names of apps by their ids, as far as they are known. */
  apps: ReadonlyMap<string, string>
  onRestart(failure: FailureRow): void
  /** Whether the restart of a failure can still be undone. */
  isHeld(id: string): boolean
}): Column<FailureRow>[] {
  const restart = restartColumn(onRestart, isHeld, isPhone || hasAlias)
  if (isPhone)
    return [...columns.filter(({ key }) => key === 'title' || key === 'state'), countsLine, restart]
  const shown = columns.map((each) => (each.key === 'trend' ? { ...each, noRoom: !hasTrend } : each))
  return [...shown.slice(0, 2), appsColumn(apps), ...shown.slice(2), restart]
}

/** `2.14.1 @ 3 hosts` in one line. */
const unbrokenHosts = (places: string) => places.replace(/ @ (\d+) hosts/, '\u00a0@\u00a0$1\u00a0hosts')

const columns: Column<FailureRow>[] = [
  {
    key: 'title',
    header: texts.columns.failure,
    primary: true,
    fixed: true,
    sortable: 'ascending',
    render: (failure) => (
      <Box as="span" display="block" minW="0" minH={{ sm: '10' }}>
        <TextLink to={paths.failure(failure.id)} title={failure.title} color="ink" lineClamp={2}>
          {failure.title}
        </TextLink>
        <Box
          as="span"
          display="block"
          color="ink.3"
          fontWeight="normal"
          textStyle="xs"
          title={[failure.type, texts.places(failure)].filter(Boolean).join(' · ')}
          // The versions on which it was not seen come last, and are the clue.
          lineClamp={{ md: 2 }}
          overflowWrap="anywhere"
        >
          <Box as="span" textStyle="mono">
            {failure.type}
          </Box>
          {texts.places(failure) && ` · ${unbrokenHosts(texts.places(failure))}`}
        </Box>
      </Box>
    ),
  },
  {
    key: 'state',
    header: texts.columns.state,
    width: '92px',
    card: 'head',
    render: ({ state }) => <FailureStateBadge state={state} />,
  },
  {
    key: 'tasks',
    header: texts.columns.tasks,
    width: '72px',
    align: 'end',
    sortable: 'descending',
    render: ({ tasks }) => number(tasks),
  },
  {
    key: 'runs',
    header: texts.columns.runs,
    width: '108px',
    align: 'end',
    sortable: 'descending',
    render: ({ runs }) => number(runs),
  },
  {
    key: 'trend',
    header: texts.columns.trend,
    width: '104px',
    render: ({ trend }) => <HourTrend trend={trend} />,
  },
  {
    key: 'first',
    header: texts.columns.first,
    width: '128px',
    muted: true,
    optional: true,
    sortable: 'descending',
    render: ({ first }) => <RelativeTime value={first} />,
  },
  {
    key: 'last',
    header: texts.columns.last,
    width: '126px',
    muted: true,
    sortable: 'descending',
    render: ({ last }) => <RelativeTime value={last} />,
  },
  {
    key: 'owner',
    header: texts.columns.owner,
    width: '96px',
    fixed: true,
    render: ({ owner }) =>
      owner ? (
        <Box as="span" display="block" title={owner.email} {...oneLine}>
          {userName(owner.email)}
        </Box>
      ) : (
        <Box as="span" color="ink.3">
          {texts.unassigned}
        </Box>
      ),
  },
]
