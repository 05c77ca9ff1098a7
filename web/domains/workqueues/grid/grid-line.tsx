import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { CutText } from '#web/ui/display/cut-text.tsx'
import { shortId } from '#web/ui/display/short-id.tsx'
import { gradeOf } from '#web/ui/display/grade.ts'
import { sparkPoints } from './grid-columns.ts'
import type { GridRow } from './grid-rows.ts'

/** The column of the name: it takes the keyboard where a fan-out can be opened. */
export const NAME_COLUMN = -1

/** A task or a fan-out: its name, a square for each run, and its figures. */
export const GridLine = memo(function GridLine({
  row,
  place,
  runs,
  focused,
  onToggle,
}: {
  row: GridRow
  /** Its place among the rows that are shown. */
  place: number
  /** The ids of the runs, oldest first, and whether each begins a day. */
  runs: readonly { id: string; beginsDay: boolean }[]
  /** The column that the keyboard is at; null: it is at another row. */
  focused: number | null
  onToggle(row: GridRow): void
}) {
  return (
    <div role="row" className="run-grid-row" data-grade={gradeOf(row.good)} aria-rowindex={place + 2}>
      <div role="rowheader" className="run-grid-name" aria-label={row.name}>
        <Name row={row} place={place} isFocused={focused === NAME_COLUMN} onToggle={onToggle} />
      </div>
      {row.marks.map((mark, index) => (
        <div
          key={runs[index]!.id}
          role="gridcell"
          data-row={place}
          data-col={index}
          data-day={runs[index]!.beginsDay || undefined}
          tabIndex={focused === index ? 0 : -1}
          aria-label={`${row.name}, ${shortId(runs[index]!.id)}: ${gridMessages.marks[mark]}`}
        >
          <span className="run-square" data-mark={mark} />
        </div>
      ))}
      <div role="presentation" className="run-grid-gap" />
      <div
        role="gridcell"
        className="run-grid-figure run-grid-success"
        title={row.successRate === null ? undefined : gridMessages.ofAttempts(row.successRate)}
      >
        {row.good === null ? '' : gridMessages.percent(row.good)}
      </div>
      <div role="gridcell" className="run-grid-figure">
        {row.p95Ms === null ? '' : shortDuration(row.p95Ms)}
      </div>
      <div role="gridcell" className="run-grid-figure">
        <Line values={row.ranMs} />
      </div>
    </div>
  )
})

/** How far a branch is indented, in pixels. */
const INDENT = 14

function Name({
  row,
  place,
  isFocused,
  onToggle,
}: {
  row: GridRow
  place: number
  isFocused: boolean
  onToggle(row: GridRow): void
}) {
  const indent = { paddingInlineStart: row.depth * INDENT }
  if (row.folds === null)
    return (
      <span style={indent}>
        <CutText text={row.name} />
      </span>
    )
  return (
    <button
      type="button"
      className="run-grid-toggle"
      style={indent}
      data-row={place}
      data-col={NAME_COLUMN}
      tabIndex={isFocused ? 0 : -1}
      aria-label={row.name}
      title={row.isOpen ? gridMessages.fold(row.folds) : gridMessages.open(row.folds)}
      aria-expanded={row.isOpen}
      onClick={() => onToggle(row)}
    >
      <ChevronRight size={14} aria-hidden />
      <span>
        <CutText text={row.name} />
      </span>
    </button>
  )
}

const LINE = { width: 86, height: 20 } as const

/** What a task ran in each run, as a line on a scale of its own. */
function Line({ values }: { values: readonly (number | null)[] }) {
  const points = sparkPoints(values, LINE.width, LINE.height)
  const known = values.filter((value) => value !== null)
  if (points === null) return null
  const [first = 0, last = 0] = [known[0], known.at(-1)]
  const words = gridMessages.lineOf(
    shortDuration(first),
    shortDuration(last),
    shortDuration(Math.max(...known)),
  )
  return (
    <svg
      className="run-grid-line"
      role="img"
      aria-label={words}
      width={LINE.width}
      height={LINE.height}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      <title>{words}</title>
      <polyline points={points} />
    </svg>
  )
}
