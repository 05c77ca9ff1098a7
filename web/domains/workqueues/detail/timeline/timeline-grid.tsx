import './timeline.css'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import type { RunViewProps } from '../run-view.ts'
import type { Attempt } from './attempts.ts'
import type { TimeScale } from './scale.ts'
import { barMiddle, type TimelineLayout } from './layout.ts'
import { Folds, MomentLine, type PathLink, PathLinks, Restarts, TickLines } from './timeline-overlay.tsx'
import { attemptWords, mostAttempts } from './bars.ts'
import { TimelineHead, type Scrubbed } from './timeline-head.tsx'
import { TimelineRow } from './timeline-row.tsx'
import { ticksOf } from './ticks.ts'
import type { Axis } from './use-axis.ts'
import type { TimelineOptions } from './use-options.ts'
import type { ScrollWindow } from './use-scroll-window.ts'
import type { Timeline } from './use-timeline.ts'

const none: readonly Attempt[] = []

interface TimelineGridProps extends Pick<RunViewProps, 'run' | 'causes' | 'usual' | 'selected'> {
  box: HTMLElement | null
  onBox(element: HTMLElement | null): void
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
  const { shown, layout, axis, timeline, options, scrubbed, run, selected, onSelect } = props
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
      ref={props.onBox}
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
        {active !== null && <RowTip {...props} task={rows[active]} top={(active + 1) * rowHeight} />}
        <div className="timeline-layer" style={{ left: names, width: scale.width }}>
          {options.critical && (
            <PathLinks
              links={linksInView(timeline, scale, layout, drawn)}
              width={scale.width}
              drawn={drawn}
            />
          )}
          <Folds scale={scale} drawn={drawn} onOpen={axis.open} />
          <Restarts restarts={timeline.restarts} scale={scale} rows={head} layout={layout} />
          {scrubbed.at !== null && (
            <span className="timeline-moment" style={{ left: scale.x(scrubbed.at) }} />
          )}
        </div>
      </div>
    </div>
  )
}

/** The words of the row that the keyboard points at, as hovering its bars shows them. */
function RowTip({
  task,
  top,
  timeline: { attempts, now },
  usual,
}: TimelineGridProps & { task: RunViewProps['tasks'][number] | undefined; top: number }) {
  const own = (task && attempts.get(task.id)) ?? none
  if (!task || own.length === 0) return null
  const most = mostAttempts(task)
  return (
    <div className="timeline-tip" style={{ top }} aria-hidden>
      {own.slice(-TIP_LINES).map((attempt) => (
        <p key={attempt.number}>
          {attemptWords(own, attempt, { most, now, usual: usual.get(task.name)?.medianMs })}
        </p>
      ))}
    </div>
  )
}

const TIP_LINES = 6

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
    if (!box) return
    const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
    const room = box.clientHeight - HEAD_HEIGHT
    if (top < box.scrollTop) box.scrollTo({ top })
    else if (bottom > box.scrollTop + room) box.scrollTo({ top: bottom - room })
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
  layout: TimelineLayout,
  drawn: { top: number; bottom: number },
): PathLink[] {
  const place = new Map(rows.map(({ id }, index) => [id, index]))
  const links: PathLink[] = []
  const { rowHeight } = layout
  const middle = barMiddle(layout)
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
