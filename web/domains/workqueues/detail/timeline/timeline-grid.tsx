import './timeline.css'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import type { RunViewProps } from '../run-view.ts'
import type { Attempt } from './attempts.ts'
import type { TimeScale } from './scale.ts'
import { type PathLink, Folds, PathLinks, Restarts, TickLines } from './timeline-overlay.tsx'
import { TimelineHead, type Scrubbed } from './timeline-head.tsx'
import { TimelineRow } from './timeline-row.tsx'
import { ticksOf } from './ticks.ts'
import type { Axis } from './use-axis.ts'
import type { TimelineOptions } from './use-options.ts'
import type { ScrollWindow } from './use-scroll-window.ts'
import type { Timeline } from './use-timeline.ts'

/** How names and bars share the width: beside each other, or names above bars. */
export interface TimelineLayout {
  names: number
  withType: boolean
  stacked: boolean
  rowHeight: number
}

/** The layout in a box of a width in pixels. */
export function layoutOf(width: number): TimelineLayout {
  if (width < 560) return { names: 0, withType: false, stacked: true, rowHeight: 46 }
  if (width < 900) return { names: 190, withType: false, stacked: false, rowHeight: 29 }
  return { names: 388, withType: true, stacked: false, rowHeight: 29 }
}

const none: readonly Attempt[] = []

interface TimelineGridProps extends Pick<RunViewProps, 'run' | 'causes' | 'usual' | 'selected'> {
  box: RefObject<HTMLDivElement | null>
  shown: ScrollWindow
  layout: TimelineLayout
  axis: Axis
  timeline: Timeline
  options: TimelineOptions
  scrubbed: Scrubbed
  onSelect(taskId: string): void
}

/** Names and bars in one scrolled box, of which only what is in view is drawn. */
export function TimelineGrid(props: TimelineGridProps) {
  const { box, shown, layout, axis, timeline, options, scrubbed, run, selected, onSelect } = props
  const { names, rowHeight } = layout
  const { rows, attempts, path } = timeline
  const { scale } = axis
  const gridId = useId()
  const [first, last] = [
    Math.max(0, Math.floor(shown.top / rowHeight)),
    Math.min(rows.length, Math.ceil(shown.bottom / rowHeight)),
  ]
  const height = rows.length * rowHeight
  const drawn = { top: Math.max(0, shown.top), bottom: Math.min(height, shown.bottom) }
  const ticks = useMemo(
    () => ticksOf(scale, { from: shown.left, to: shown.right }),
    [scale, shown.left, shown.right],
  )
  const { active, setActive, onKeyDown } = useActiveRow({ ...props, height })
  const head = useMemo(() => rows.slice(0, 16).map(({ id }) => attempts.get(id) ?? none), [rows, attempts])
  return (
    <div
      ref={box}
      className="timeline-box"
      data-stacked={layout.stacked || undefined}
      style={{ '--names': `${names}px`, '--view': `${shown.width}px`, '--row': `${rowHeight}px` } as object}
    >
      <TimelineHead
        axis={axis}
        ticks={ticks}
        names={names}
        withType={layout.withType}
        stacked={layout.stacked}
        going={timeline.going}
        scrubbed={scrubbed}
      />
      <div className="timeline-body" style={{ width: names + scale.width, height }}>
        <div className="timeline-layer" data-behind style={{ left: names, width: scale.width }} aria-hidden>
          <TickLines ticks={ticks} />
        </div>
        <div
          id={gridId}
          role="grid"
          className="timeline-rows"
          tabIndex={0}
          aria-label={timelineMessages.label(run.name)}
          aria-rowcount={rows.length + 1}
          aria-activedescendant={active === null ? undefined : `${gridId}-${active}`}
          onKeyDown={onKeyDown}
          onFocus={() =>
            setActive(
              (known) =>
                known ??
                Math.max(
                  0,
                  rows.findIndex(({ id }) => id === selected),
                ),
            )
          }
          onBlur={() => setActive(null)}
        >
          <div role="row" aria-rowindex={1} className="timeline-sr">
            <span role="columnheader">{timelineMessages.name}</span>
            {layout.withType && <span role="columnheader">{timelineMessages.typeAndAlias}</span>}
            <span role="columnheader">{timelineMessages.attempts}</span>
          </div>
          {rows.slice(first, last).map((task, offset) => (
            <TimelineRow
              key={task.id}
              id={`${gridId}-${first + offset}`}
              task={task}
              attempts={attempts.get(task.id) ?? none}
              cause={props.causes.get(task.id)}
              usual={options.expected ? props.usual.get(task.name) : undefined}
              scale={scale}
              index={first + offset}
              top={(first + offset) * rowHeight}
              critical={path.has(task.id)}
              marksPath={options.critical}
              selected={task.id === selected}
              active={active === first + offset}
              withType={layout.withType}
              onSelect={onSelect}
            />
          ))}
        </div>
        <div className="timeline-layer" style={{ left: names, width: scale.width }}>
          {options.critical && (
            <PathLinks
              links={linksInView(timeline, scale, layout, drawn)}
              width={scale.width}
              drawn={drawn}
            />
          )}
          <Folds scale={scale} drawn={drawn} onOpen={axis.open} />
          <Restarts restarts={timeline.restarts} scale={scale} rows={head} rowHeight={rowHeight} />
          {scrubbed.at !== null && (
            <span className="timeline-moment" style={{ left: scale.x(scrubbed.at) }} />
          )}
        </div>
      </div>
    </div>
  )
}

/** The row that the keyboard points at while the grid has the focus. */
function useActiveRow({
  box,
  shown,
  layout: { rowHeight },
  timeline: { rows },
  selected,
  onSelect,
}: TimelineGridProps & { height: number }) {
  const [active, setActive] = useState<number | null>(null)
  const page = Math.max(1, Math.floor(shown.height / rowHeight) - 2)
  const reveal = (index: number) => {
    const element = box.current
    if (!element) return
    const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
    const room = element.clientHeight - HEAD_HEIGHT
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + room) element.scrollTop = bottom - room
  }
  const latest = useRef({ reveal, rows })
  useEffect(() => {
    latest.current = { reveal, rows }
  })
  useEffect(() => {
    const index = selected === null ? -1 : latest.current.rows.findIndex(({ id }) => id === selected)
    if (index >= 0) latest.current.reveal(index)
  }, [selected])
  const moves: Record<string, (from: number) => number> = {
    ArrowDown: (from) => from + 1,
    ArrowUp: (from) => from - 1,
    PageDown: (from) => from + page,
    PageUp: (from) => from - page,
    Home: () => 0,
    End: () => rows.length - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = active ?? 0
    const task = rows[from]
    if ((event.key === 'Enter' || event.key === ' ') && task) onSelect(task.id)
    else if (Object.hasOwn(moves, event.key)) {
      const next = Math.max(0, Math.min(rows.length - 1, moves[event.key]!(from)))
      setActive(next)
      reveal(next)
    } else return
    event.preventDefault()
  }
  return { active, setActive, onKeyDown }
}

const HEAD_HEIGHT = 34

/** The steps of the critical path whose rows reach into the drawn part. */
function linksInView(
  { path, rows, attempts, now }: Timeline,
  scale: TimeScale,
  { rowHeight, stacked }: TimelineLayout,
  drawn: { top: number; bottom: number },
): PathLink[] {
  const place = new Map(rows.map(({ id }, index) => [id, index]))
  const links: PathLink[] = []
  const middle = stacked ? 32 : rowHeight / 2
  path.taskIds.slice(1).forEach((id, index) => {
    const before = path.taskIds[index] ?? ''
    const [source, target] = [place.get(before), place.get(id)]
    if (source === undefined || target === undefined) return
    const [top, bottom] = [Math.min(source, target) * rowHeight, (Math.max(source, target) + 1) * rowHeight]
    if (bottom < drawn.top || top > drawn.bottom) return
    const end = attempts.get(before)?.at(-1)?.ended ?? now
    const begun = attempts.get(id)?.[0]
    links.push({
      key: id,
      from: { x: scale.x(end), y: source * rowHeight + middle },
      to: { x: scale.x(begun?.queued ?? begun?.started ?? end), y: target * rowHeight + middle },
    })
  })
  return links
}
