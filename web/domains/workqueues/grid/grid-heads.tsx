import { memo } from 'react'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { roughDuration, shortDuration } from '#shared/lib/time-text.ts'
import { isSameDay } from '#web/lib/settings/time-zone.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { formatExact } from '#web/ui/time/moment.tsx'
import { type DurationScale, type GridColumn, labelPlace } from './grid-columns.ts'

/** Height of a bar at the top of the scale, and the place of its foot, in pixels. */
const BAR = { height: 90, foot: 7 } as const

/** Where a length is on the scale, in pixels above the foot of the heads. */
const placeOf = (ms: number, { top }: DurationScale) => BAR.foot + (Math.min(ms, top) / top) * BAR.height

/** What a column says: `Run 77ea3e, failed, 22 Nov, 11:21:26, 4 m 09 s`; a run under way may be late. */
function columnText({ id, status, at, ms, isLate }: GridColumn): string {
  const parts = [
    gridMessages.run(shortId(id)),
    status,
    formatExact(new Date(at), new Date()),
    ms !== null && shortDuration(ms),
    isLate && gridMessages.late,
  ]
  return parts.filter(Boolean).join(', ')
}

/** `18 Nov`; the last day is today. */
function dayText(at: string): string {
  const [day = ''] = formatExact(new Date(at), new Date()).split(',')
  return isSameDay(new Date(at), new Date()) ? gridMessages.today(day) : day
}

/** Fewer columns do not have room for the name of their day, unless there are few columns in a wide window. */
const DAY_COLUMNS = 3

/** The heads of the grid: a bar for each run, all on one scale; a longer one is cut and labelled. */
export const GridHeads = memo(function GridHeads({
  columns,
  scale,
  focused,
}: {
  columns: readonly GridColumn[]
  scale: DurationScale
  /** The column that the keyboard is at; null: it is at another row. */
  focused: number | null
}) {
  const labels = labelPlace(
    columns.map(({ ms }) => ms),
    scale,
  )
  return (
    <div role="row" className="run-grid-row run-grid-heads">
      <div role="columnheader" className="run-grid-name">
        <span>{gridMessages.task}</span>
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className="run-grid-tick"
            aria-hidden
            style={{ bottom: placeOf(step * scale.step, scale) }}
          >
            {roughDuration(step * scale.step)}
          </span>
        ))}
      </div>
      {columns.map((column, index) => (
        <div
          key={column.id}
          role="columnheader"
          data-row={-1}
          data-col={index}
          data-day={column.beginsDay || undefined}
          tabIndex={focused === index ? 0 : -1}
        >
          <span className="run-grid-said">{columnText(column)}</span>
          <Bar column={column} scale={scale} labels={labels} />
        </div>
      ))}
      <div role="presentation" className="run-grid-gap" />
      <div role="columnheader" className="run-grid-figure" title={gridMessages.successOf}>
        {gridMessages.success}
      </div>
      <div role="columnheader" className="run-grid-figure">
        {gridMessages.p95}
      </div>
      <div role="columnheader" className="run-grid-figure">
        {gridMessages.line(columns.length)}
      </div>
    </div>
  )
})

function Bar({
  column: { status, ms, isLate },
  scale,
  labels,
}: {
  column: GridColumn
  scale: DurationScale
  /** Where the labels of bars that are cut stand. */
  labels: ReturnType<typeof labelPlace>
}) {
  const isCut = ms !== null && ms > scale.top
  return (
    <>
      {isCut && (
        <span className="run-grid-long" data-place={labels} data-status={status} aria-hidden>
          {roughDuration(ms)}
        </span>
      )}
      <span
        className="run-grid-bar"
        data-status={status}
        data-cut={isCut || undefined}
        data-late={isLate || undefined}
        style={{ height: ms === null ? 0 : placeOf(ms, scale) - BAR.foot }}
      />
    </>
  )
}

/** The names of the days above their columns, in view as long as one of these is. */
const DayNames = memo(function DayNames({ columns }: { columns: readonly GridColumn[] }) {
  const begins = columns.flatMap(({ beginsDay }, index) => (beginsDay ? [index] : []))
  return begins.map((begin, place) => {
    const end = begins[place + 1] ?? columns.length
    // The only day always has its name.
    const hasRoom = begins.length === 1 || end - begin >= DAY_COLUMNS
    return (
      <div
        key={begin}
        className="run-grid-day"
        data-tight={!hasRoom || undefined}
        style={{ gridColumn: `${begin + 2} / ${end + 2}` }}
      >
        <span>{dayText(columns[begin]!.at)}</span>
      </div>
    )
  })
})

/**
 * Behind the bars the names of the days and the lines of the scale; over them how long the plan usually takes, and the
 * column that is shown.
 */
export function GridOverlay({
  columns,
  scale,
  usualMs,
  chosen,
}: {
  columns: readonly GridColumn[]
  scale: DurationScale
  usualMs: number | null
  chosen: number | null
}) {
  return (
    <>
      <div className="run-grid-over" data-under aria-hidden>
        <div className="run-grid-bars">
          {[1, 2, 3].map((step) => (
            <div
              key={step}
              className="run-grid-scale"
              style={{ bottom: placeOf(step * scale.step, scale) }}
            />
          ))}
        </div>
        <DayNames columns={columns} />
      </div>
      <div className="run-grid-over" aria-hidden>
        <div className="run-grid-bars">
          {usualMs !== null && usualMs <= scale.top && (
            <div className="run-grid-scale" data-expected style={{ bottom: placeOf(usualMs, scale) }} />
          )}
        </div>
        {chosen !== null && (
          <div className="run-grid-chosen" data-chosen style={{ gridColumn: chosen + 2 }} />
        )}
      </div>
    </>
  )
}
