import type { TimelineAttempt } from './attempts.ts'
import type { CriticalPath } from './critical-path.ts'
import { barMiddle, type TimelineLayout } from './layout.ts'
import type { TimeScale } from './scale.ts'

/** A step of the critical path, from the end of a task to the start of the next one, in pixels. */
export interface PathLink {
  key: string
  from: { x: number; y: number }
  to: { x: number; y: number }
}

interface PathOfRows {
  path: CriticalPath
  /** The row of each task, from 0. */
  rowOf: ReadonlyMap<string, number>
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>
  now: number
}

/** The steps of the critical path whose rows reach into the drawn part. */
export function linksInView(
  { path, rowOf, attempts, now }: PathOfRows,
  scale: Pick<TimeScale, 'x'>,
  layout: TimelineLayout,
  drawn: { top: number; bottom: number },
): PathLink[] {
  const links: PathLink[] = []
  const { rowHeight } = layout
  const middle = barMiddle(layout)
  path.taskIds.slice(1).forEach((id, index) => {
    const before = path.taskIds[index] ?? ''
    const [source, target] = [rowOf.get(before), rowOf.get(id)]
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
