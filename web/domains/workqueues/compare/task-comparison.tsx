import { Box, Button, Flex, Skeleton } from '@chakra-ui/react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { runKeys } from '#shared/domains/workqueues/run-messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useKeys } from '#web/lib/use-keys.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { MoreRows } from '#web/domains/tasks/table/task-cells.tsx'
import { comparisonColumns, type RowFacts } from './comparison-columns.tsx'
import { barScale } from './difference-bar.tsx'
import { firstRows, WINDOW, windowAround, windowIn, withEarlier, withLater } from './row-window.ts'
import { type ShownRow, shownRows, summaryOf } from './shown-rows.ts'
import type { ShownComparison } from './use-comparison.ts'

// Only a phone shows cards.
const ComparisonCards = lazyPart(
  async () => (await import('./comparison-cards.tsx')).ComparisonCards,
  () => <Skeleton m="3.5" height="240px" />,
)

// Loaded when the first row is opened.
const RowValues = lazyPart(
  async () => (await import('./row-values.tsx')).RowValues,
  () => <Skeleton m="3.5" height="120px" />,
)

/** The tasks of both runs in the order of the workflow, with what differs. */
export function TaskComparison({
  shown: { comparison, rows, here },
  only,
  onOnly,
}: {
  shown: ShownComparison
  only: boolean
  onOnly(only: boolean): void
}) {
  const { runs } = comparison
  const navigate = useNavigate()
  const phone = useNarrowerThan(PHONE_PX)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState(firstRows)
  const box = useRef<HTMLDivElement>(null)
  const awaited = useRef<number | null>(null)
  const listed = useMemo(() => shownRows(rows, runs, { only, open }), [rows, runs, only, open])
  const scale = useMemo(() => barScale(rows), [rows])
  const names = useMemo(
    () => ({ left: shortId(runs.left.id), right: shortId(runs.right.id) }),
    [runs.left.id, runs.right.id],
  )
  const facts = useMemo(
    (): RowFacts => ({
      comparison,
      scale,
      names,
      open,
      toggle: (key) => setOpen((known) => toggled(known, key)),
    }),
    [comparison, scale, names, open],
  )
  const columns = useMemo(() => comparisonColumns(facts), [facts])
  const shownWindow = windowIn(asked, listed.length)
  const drawn = listed.slice(shownWindow.from, shownWindow.to)

  const openTask = (row: ShownRow) => {
    const task = row.kind === 'task' ? row.row[here] : null
    const run = runs[here]
    if (row.kind === 'folded') facts.toggle(row.key)
    else if (task) void navigate(paths.workqueue(run.appId, run.id, `?task=${encodeURIComponent(task.id)}`))
  }
  const rowElements = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  // Before the table's own key, with which a row opens in place.
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    const index = event.key === 'Enter' ? rowElements().indexOf(event.target as HTMLElement) : -1
    const row = drawn[index]
    if (!row) return
    event.preventDefault()
    event.stopPropagation()
    openTask(row)
  }
  const next = () => {
    const elements = rowElements()
    const focused = elements.findIndex((element) => element.contains(document.activeElement))
    const found = nextDifference(listed, focused === -1 ? -1 : shownWindow.from + focused)
    if (found === null) return false
    const around = windowAround(shownWindow, found)
    if (around === shownWindow) focusRow(elements[found - around.from])
    else {
      // A row beyond the window is rendered first.
      awaited.current = found - around.from
      setAsked(around)
    }
    return true
  }
  useEffect(() => {
    if (awaited.current === null) return
    focusRow(rowElements()[awaited.current])
    awaited.current = null
  }, [asked])
  useKeys({ n: next }, runKeys.compare)

  const more = listed.length > shownWindow.to && (
    <MoreRows
      step={WINDOW}
      left={listed.length - shownWindow.to}
      onMore={() => setAsked(withLater(shownWindow))}
    />
  )
  const summary = summaryOf(rows, runs, names)
  const empty = <Box p="3.5">{compareMessages.noDifferences}</Box>
  return (
    <Box
      as="section"
      aria-label={compareMessages.tasks}
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
      ref={box}
      onKeyDownCapture={onEnter}
      css={rowLooks}
    >
      <Flex align="center" justify="space-between" gap="3" px="3.5" py="1.5" minH="42px" wrap="wrap">
        <Box minW="0">
          <Box as="h2" display="inline" fontWeight="semibold" me="2">
            {compareMessages.tasks}
          </Box>
          <Box as="span" color="ink.2" textStyle="xs" data-summary>
            {`${rows.length.toLocaleString('en')}: `}
            {summary.map(({ text, failed }, index) => (
              <Box as="span" key={text}>
                {index > 0 && ', '}
                <Box
                  as="span"
                  color={failed ? 'status.failed.fg' : undefined}
                  fontWeight={failed ? 'semibold' : undefined}
                >
                  {text}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
        <Switch checked={only} onChange={onOnly} label={compareMessages.onlyDifferences} />
      </Flex>
      {shownWindow.from > 0 && (
        <Box borderTopWidth="1px" borderColor="line.soft" px="3.5" py="1">
          <Button variant="plain" size="sm" onClick={() => setAsked(withEarlier(shownWindow))}>
            {compareMessages.earlierRows(Math.min(WINDOW, shownWindow.from), shownWindow.from)}
          </Button>
        </Box>
      )}
      {phone ? (
        <ComparisonCards rows={drawn} facts={facts} onOpen={openTask} empty={empty} more={more} />
      ) : (
        <DataTable
          framed={false}
          steady
          label={compareMessages.tasks}
          columns={columns}
          rows={drawn}
          rowId={(row) => row.key}
          rowLabel={(row) => row.key}
          loading={false}
          empty={empty}
          onRowClick={(row) => facts.toggle(row.key)}
          renderDetail={(row) =>
            row.kind === 'task' && open.has(row.key) ? <RowValues row={row.row} runs={runs} /> : null
          }
          footer={more}
        />
      )}
    </Box>
  )
}

function focusRow(row: HTMLElement | undefined): void {
  row?.scrollIntoView?.({ block: 'center' })
  row?.focus({ preventScroll: true })
}

function toggled(known: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(known)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The next row that differs, behind the current one and then from the top; null when none does. */
export function nextDifference(rows: readonly ShownRow[], current: number): number | null {
  const isDifference = (row: ShownRow) =>
    row.kind === 'folded' || (row.row.difference !== 'same' && !row.member)
  const after = rows.findIndex((row, index) => index > current && isDifference(row))
  const found = after === -1 ? rows.findIndex(isDifference) : after
  return found === -1 ? null : found
}

/** What is the same is pale; a row has the mark of the right run, and is red only where that has failed. Set once, not for each row. */
const rowLooks = {
  '& [data-row]:has([data-same])': {
    color: 'ink.3',
    '& [data-primary]': { fontWeight: 'normal' },
    '& [data-icon=status][data-status]:not([data-status=failed])': { color: 'ink.3' },
  },
  '& [data-row]:has([data-failed])': { bg: 'status.failed.soft', _hover: { bg: 'status.failed.soft' } },
  '& [data-red]': { color: 'status.failed.fg', fontWeight: 'semibold' },
  '& td': { whiteSpace: { sm: 'nowrap' } },
  '& b': { fontWeight: 'semibold' },
} as const
