import { Box, chakra, Skeleton } from '@chakra-ui/react'
import { useCallback, useMemo, useState } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { runKeys } from '#shared/domains/workqueues/run-messages.ts'
import { useFanOuts } from '#web/graph/use-fan-outs.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { useKeptFlag } from '#web/lib/settings/use-kept-flag.ts'
import type { RunViewProps } from '../run-view.ts'
import type { Domain } from './domain.ts'
import { MomentPanel } from './moment-panel.tsx'
import { attemptEvents, stepFrom } from './moments.ts'
import { layoutOf } from './layout.ts'
import type { FailedRow } from './note-place.ts'
import { withQuietFolds } from './folds/quiet-time.ts'
import { TimelineGrid } from './timeline-grid.tsx'
import { TimelineLegend } from './timeline-legend.tsx'
import { foldable, type Grouping, TimelineTools } from './timeline-tools.tsx'
import { useAfterPaint } from '#web/lib/use-time.ts'
import { useAxis } from './use-axis.ts'
import { type TimelineOptions, useTimelineOptions } from './use-options.ts'
import { useScrollWindow } from './use-scroll-window.ts'
import { type Timeline, useTimeline } from './use-timeline.ts'

/** The attempts of a run on one time axis, the path that set its length, and the run at any of its moments. */
export function TimelineView(props: RunViewProps) {
  const [options, change] = useTimelineOptions()
  const fanOuts = useFanOuts(props.tasks)
  const [grouped, setGrouped] = useKeptFlag('group-fan-outs')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const timeline = useTimeline(props, options, { fanOuts: grouped ? fanOuts : none, open })
  const { domain } = timeline
  const toggle = useCallback(
    (id: string) =>
      setOpen((known) =>
        known.has(id) ? new Set([...known].filter((each) => each !== id)) : new Set([...known, id]),
      ),
    [],
  )
  if (domain)
    return (
      <Drawn
        {...props}
        timeline={timeline}
        domain={domain}
        options={options}
        change={change}
        grouping={fanOuts.length > 0 ? { grouped, onChange: setGrouped } : null}
        onToggle={toggle}
      />
    )
  return <NothingBegun {...props} />
}

const none: readonly never[] = []

interface DrawnProps extends RunViewProps {
  timeline: Timeline
  domain: Domain
  options: TimelineOptions
  change(options: Partial<TimelineOptions>): void
  /** Null for a run without fan-outs. */
  grouping: Grouping | null
  /** Opens or folds a fan-out. */
  onToggle(id: string): void
}

function Drawn(props: DrawnProps) {
  const { run, tasks, usual, expected, selected, onSelect, timeline, domain, options, change, at, onAt } =
    props
  const { attempts } = timeline
  const withPanel = useAfterPaint()
  const [box, setBox] = useState<HTMLElement | null>(null)
  const shown = useScrollWindow(box)
  const layout = layoutOf(shown.width)
  const shownDomain = useMemo(
    () => withQuietFolds(domain, attempts, timeline.going ? timeline.now : null),
    [domain, attempts, timeline.going, timeline.now],
  )
  const { rows, ofRow } = timeline
  const failed = useMemo(() => failedRows(rows, ofRow), [rows, ofRow])
  const { names } = layout
  const axis = useAxis(box, shownDomain, { width: shown.width, names, folds: options.fold, failed })
  const [dragged, setDragged] = useState<number | null>(null)
  const moment = dragged ?? at
  const step = useCallback(
    (direction: 1 | -1) => onAt(stepFrom(attemptEvents(attempts), at, direction)),
    [attempts, at, onAt],
  )
  const toNow = useCallback(() => onAt(null), [onAt])
  useKeys(
    {
      ArrowLeft: () => step(-1),
      ArrowRight: () => (at === null ? false : step(1)),
      Escape: () => (at === null ? false : toNow()),
      '+': () => axis.zoom(1),
      '=': () => axis.zoom(1),
      '-': () => axis.zoom(-1),
    },
    runKeys.timeline,
  )
  const drop = (chosen: number) => {
    setDragged(null)
    onAt(chosen)
  }
  const scrubbed = { at: moment, onDrag: setDragged, onDrop: drop, onStep: step, onNow: toNow }
  const withExpected = usual.size > 0 || expected !== null
  const marksRun = options.expected && domain.usualEnd !== null
  return (
    <Box minW="0">
      <TimelineTools
        options={options}
        onChange={change}
        zoomed={axis.zoomed}
        onZoom={axis.zoom}
        onReset={axis.reset}
        withExpected={withExpected}
        folds={foldable(shownDomain.gaps)}
        grouping={props.grouping}
      />
      <TimelineGrid
        {...props}
        box={box}
        onBox={setBox}
        shown={shown}
        layout={layout}
        axis={axis}
        scrubbed={scrubbed}
      />
      <TimelineLegend
        critical={options.critical}
        expected={usual.size > 0 && options.expected}
        usualRun={marksRun}
      />
      {withPanel ? (
        <MomentPanel
          run={run}
          tasks={tasks}
          selected={selected}
          onSelect={onSelect}
          timeline={timeline}
          at={moment}
          onStep={step}
          onNow={toNow}
        />
      ) : (
        <Box className="timeline-panel">
          <Box p="3.5">
            <Skeleton height="4" width="140px" my="1" />
            <Skeleton height="3" width="190px" mt="2" />
          </Box>
        </Box>
      )}
    </Box>
  )
}

function failedRows(rows: Timeline['rows'], ofRow: Timeline['ofRow']): readonly FailedRow[] {
  return rows.flatMap(({ id, tasks: [{ status, reason }], fanOut }) => {
    const said = fanOut ? fanOut.reason : status === 'failed' ? reason : null
    return said ? [{ reason: said, attempts: ofRow.get(id) ?? none }] : []
  })
}

/** Before the first task is queued: what the run waits for. */
function NothingBegun({ tasks, causes }: RunViewProps) {
  const cause = tasks.map(({ id }) => causes.get(id)).find((each) => each !== undefined)
  return (
    <Box px="4" py="16" textAlign="center">
      <chakra.p fontWeight="semibold">{timelineMessages.nothingBegun}</chakra.p>
      <chakra.p color="ink.2">{timelineMessages.waitsFor(cause?.text ?? null)}</chakra.p>
    </Box>
  )
}
