import './timeline.css'
import { useCallback, useId, useMemo } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import type { RunViewProps } from '../run-view.ts'
import type { TimelineAttempt } from './attempts.ts'
import { FanOutRow } from './fan-out/fan-out-row.tsx'
import { IdleFolds } from './folds/idle-folds.tsx'
import type { TimelineLayout } from './layout.ts'
import { linksInView } from './path-links.ts'
import { RowTip } from './row-tip.tsx'
import { MomentLine, PathLinks, RestartLines, TickLines } from './timeline-overlay.tsx'
import { DeadlineMark } from './timeline-bar.tsx'
import { TimelineHead, type Scrubbed } from './timeline-head.tsx'
import { TimelineRow } from './timeline-row.tsx'
import { useActiveRow } from './use-active-row.ts'
import type { Axis } from './use-axis.ts'
import type { TimelineOptions } from './use-options.ts'
import type { ScrollWindow } from './use-scroll-window.ts'
import type { Timeline } from './use-timeline.ts'

const none: readonly TimelineAttempt[] = []

interface TimelineGridProps extends Pick<RunViewProps, 'run' | 'causes' | 'usual' | 'selected' | 'status'> {
  box: HTMLElement | null
  onBox(element: HTMLElement | null): void
  shown: ScrollWindow
  layout: TimelineLayout
  axis: Axis
  timeline: Timeline
  options: TimelineOptions
  scrubbed: Scrubbed
  onSelect(taskId: string): void
  /** Opens or folds a fan-out. */
  onToggle(id: string): void
}

/** Names and bars in one scrolled box, of which only what is in view is drawn. */
export function TimelineGrid(props: TimelineGridProps) {
  const { box, onBox, shown, layout, axis, timeline, options, scrubbed, run, selected } = props
  const { names, rowHeight } = layout
  const { rows, ofRow, path } = timeline
  const { scale } = axis
  const gridId = useId()
  const [first, last] = [
    Math.max(0, Math.floor(shown.top / rowHeight)),
    Math.min(rows.length, Math.ceil(shown.bottom / rowHeight)),
  ]
  const height = rows.length * rowHeight
  const drawn = { top: Math.max(0, shown.top), bottom: Math.min(height, shown.bottom) }
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const hasFanOuts = rows.some(({ fanOut }) => fanOut !== null)
  const { onSelect, onToggle } = props
  const press = useCallback(
    (id: string) => (rows.find((row) => row.id === id)?.fanOut ? onToggle(id) : onSelect(id)),
    [rows, onSelect, onToggle],
  )
  const page = Math.max(1, Math.floor(shown.height / rowHeight) - 2)
  const { active, choose, ...focused } = useActiveRow({
    box,
    ids,
    rowHeight,
    page,
    selected,
    onSelect: press,
  })
  const pointed = active === null ? undefined : rows[active]
  const head = useMemo(
    () => rows.slice(0, 16).map(({ id, tasks: [{ name }] }) => ({ name, attempts: ofRow.get(id) ?? none })),
    [rows, ofRow],
  )
  return (
    <div
      ref={onBox}
      className="timeline-box"
      data-stacked={layout.stacked || undefined}
      style={{ '--names': `${names}px`, '--view': `${shown.width}px`, '--row': `${rowHeight}px` } as object}
    >
      <TimelineHead
        axis={axis}
        box={box}
        names={names}
        withType={layout.withType}
        stacked={layout.stacked}
        going={timeline.going}
        now={timeline.going ? timeline.now : scale.to}
        usualEnd={options.expected ? (timeline.domain?.usualEnd ?? null) : null}
        scrubbed={scrubbed}
      />
      <div className="timeline-body" style={{ width: names + scale.width, height }}>
        <div className="timeline-layer" data-behind style={{ left: names, width: scale.width }} aria-hidden>
          <TickLines box={box} scale={scale} />
        </div>
        <div
          id={gridId}
          role={hasFanOuts ? 'treegrid' : 'grid'}
          className="timeline-rows"
          tabIndex={0}
          aria-label={timelineMessages.label(run.name)}
          aria-rowcount={rows.length + 1}
          aria-activedescendant={active === null ? undefined : `${gridId}-${active}`}
          {...focused}
        >
          <div role="row" aria-rowindex={1} className="timeline-sr">
            <span role="columnheader">{timelineMessages.name}</span>
            {layout.withType && <span role="columnheader">{timelineMessages.typeAndAlias}</span>}
            <span role="columnheader">{timelineMessages.attempts}</span>
          </div>
          {rows.slice(first, last).map((row, offset) => {
            const [task] = row.tasks
            const index = first + offset
            const shared = {
              id: `${gridId}-${index}`,
              attempts: ofRow.get(row.id) ?? none,
              scale,
              index,
              top: index * rowHeight,
              framed: row.tasks.some(({ status }) => status === props.status),
              active: active === index,
              withType: layout.withType,
              stacked: layout.stacked,
            }
            return row.fanOut ? (
              <FanOutRow key={row.id} row={row} {...shared} onToggle={choose} />
            ) : (
              <TimelineRow
                key={row.id}
                task={task}
                {...shared}
                cause={props.causes.get(task.id)}
                usual={options.expected ? props.usual.get(task.name) : undefined}
                critical={path.has(task.id)}
                marksPath={options.critical}
                selected={task.id === selected}
                level={hasFanOuts ? (row.inside ? 2 : 1) : null}
                onSelect={choose}
              />
            )
          })}
        </div>
        {pointed && active !== null && (
          <RowTip
            row={pointed}
            attempts={ofRow.get(pointed.id) ?? none}
            top={(active + 1) * rowHeight}
            now={timeline.now}
            usual={props.usual.get(pointed.tasks[0].name)?.medianMs}
          />
        )}
        <div className="timeline-layer" style={{ left: names, width: scale.width }}>
          {/* Below each other, names would be crossed by its steps. */}
          {options.critical && !layout.stacked && (
            <PathLinks
              links={linksInView(timeline, scale, layout, drawn)}
              width={scale.width}
              drawn={drawn}
            />
          )}
          <IdleFolds scale={scale} drawn={drawn} rowHeight={rowHeight} onOpen={axis.open} />
          {run.deadlineMs && <DeadlineMark of={run} scale={scale} />}
          <RestartLines restarts={timeline.restarts} scale={scale} rows={head} layout={layout} />
          {scrubbed.at !== null && (
            <MomentLine
              at={scrubbed.at}
              scale={scale}
              layout={layout}
              rows={rows.slice(first, last).map(({ id }, offset) => ({
                top: (first + offset) * rowHeight,
                attempts: ofRow.get(id) ?? none,
              }))}
            />
          )}
        </div>
      </div>
    </div>
  )
}
