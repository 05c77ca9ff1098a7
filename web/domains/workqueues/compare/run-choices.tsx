import { Box, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useQuery } from 'urql'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { type KeyInput, keyInputsOf } from '#shared/domains/workqueues/key-inputs.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { KeyInputs } from '#web/ui/display/key-inputs.tsx'
import { shortId } from '#web/ui/display/short-id.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { formatExactOrClock } from '#web/ui/time/moment.tsx'
import { CHOICES_PER_PAGE, type RunChoice, runChoicesQuery, type RunToCompare } from './operations.ts'

/** What a page of the list has. */
export interface PageFound {
  /** The ids of its choices. */
  ids: readonly string[]
  /** Older runs behind it. */
  left: number
}

/** What all choices share. */
export interface ChoiceFacts {
  /** The run that is compared with now. */
  current: string | null
  /** The last good run of the plan; null where there is none, or it is not known. */
  lastGood: string | null
  /** The choice that the keys point at. */
  active: string | null
  optionId(id: string): string
  onHover(id: string): void
  onChoose(id: string): void
}

const none: RunChoice[] = []

/** Pages without a choice that are read on by themselves. */
const PAGES_READ = 10

/** One page of the list; of those without a choice the first are read on by themselves, the others on request. */
export function ChoicePage({
  run,
  page,
  isChoice,
  last,
  facts,
  onFound,
  onMore,
}: {
  run: RunToCompare
  page: number
  isChoice(row: RunChoice): boolean
  last: boolean
  facts: ChoiceFacts
  /** Null while the page is read, or reads on. */
  onFound(page: number, found: PageFound | null): void
  onMore(): void
}) {
  const variables = useMemo(() => ({ appId: run.appId, page, perPage: CHOICES_PER_PAGE }), [run.appId, page])
  const [{ data, error }, reread] = useQuery({
    query: runChoicesQuery,
    variables,
    requestPolicy: 'cache-and-network',
  })
  const inputs = useMemo(() => keyInputsOf(data?.workqueues.rows ?? none), [data])
  const rows = data?.workqueues.rows.filter(isChoice) ?? none
  const left = Math.max(0, (data?.workqueues.total ?? 0) - page * CHOICES_PER_PAGE)
  const readsOn = last && data !== undefined && rows.length === 0 && left > 0 && page < PAGES_READ
  const readNext = useEffectEvent(onMore)
  useEffect(() => {
    if (readsOn) readNext()
  }, [readsOn])
  const found = data && !readsOn ? rows.map(({ id }) => id).join(' ') : null
  const report = useEffectEvent(onFound)
  useEffect(
    () => report(page, found === null ? null : { ids: found.split(' ').filter(Boolean), left }),
    [page, found, left],
  )
  if (error && !data)
    return (
      <FailedState
        message={failText(workqueueMessages.loadListFailed, error)}
        onRetry={() => reread({ requestPolicy: 'network-only' })}
      />
    )
  if (!data || readsOn) return [1, 2, 3].map((row) => <Skeleton key={row} height="8" mx="2" my="1" />)
  return rows.map((row) => <Choice key={row.id} row={row} inputs={inputs.get(row.id) ?? []} facts={facts} />)
}

/** Id, status, name and the inputs that vary most, so that runs of one plan can be told apart; when, how long and by whom. */
function Choice({ row, inputs, facts }: { row: RunChoice; inputs: readonly KeyInput[]; facts: ChoiceFacts }) {
  const { started, ended } = row
  const isActive = row.id === facts.active
  const created = useOfNow(10_000, (now) => formatExactOrClock(new Date(row.created), new Date(now)))
  const marks = [
    row.id === facts.current && compareMessages.comparedNow,
    row.id === facts.lastGood && compareMessages.lastGood,
  ].filter((mark) => mark !== false)
  return (
    <chakra.div
      role="option"
      id={facts.optionId(row.id)}
      aria-selected={isActive}
      aria-current={row.id === facts.current || undefined}
      display="flex"
      alignItems="center"
      columnGap="3"
      rowGap="0.5"
      flexWrap="wrap"
      minH="10"
      px="2"
      py="1.5"
      borderRadius="md"
      cursor="pointer"
      bg={isActive ? 'hover' : undefined}
      onMouseMove={() => !isActive && facts.onHover(row.id)}
      // The search box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => facts.onChoose(row.id)}
    >
      <Box as="span" textStyle="mono" width="72px" title={row.id}>
        {shortId(row.id)}
      </Box>
      <Box as="span" width="106px">
        <StatusBadge status={row.status} size="sm" />
      </Box>
      <Box as="span" flex="1 1 200px" minW="0">
        <Flex as="span" columnGap="2" wrap="wrap" align="baseline" overflowWrap="anywhere">
          {row.name}
          {marks.map((mark) => (
            <Box as="span" key={mark} color="accent" textStyle="xs" fontWeight="medium" whiteSpace="nowrap">
              {mark}
            </Box>
          ))}
        </Flex>
        <KeyInputs inputs={inputs} />
      </Box>
      <Box as="span" color="ink.2" textStyle="xs" textAlign={{ sm: 'end' }} fontVariantNumeric="tabular-nums">
        <Box as="span" whiteSpace="nowrap">
          <time dateTime={row.created}>{created}</time>
          {started !== null &&
            ended !== null &&
            `, ${shortDuration(Date.parse(ended) - Date.parse(started))}`}
        </Box>
        {row.createdBy && (
          <Box as="span" display={{ base: 'inline', sm: 'block' }} color="ink.3">
            {' '}
            {compareMessages.by(row.createdBy)}
          </Box>
        )}
      </Box>
    </chakra.div>
  )
}
