import './compact.css'
import { useEffect, useMemo, useState } from 'react'
import { fanOutsOf, type FanOutTask } from '#shared/domains/tasks/fan-out.ts'
import { isDashedEdge, type LinkedTask } from '#shared/domains/tasks/order.ts'
import { useElementSize } from '#web/lib/use-element-size.ts'
import { CutText } from '#web/ui/display/cut-text.tsx'
import { arrange, type Arrangement } from './layout/arrange.ts'
import { foldGraph, type Fold, type FoldedGraph } from './fold.ts'
import { worstStatus } from './heat.ts'
import { longestPaths } from './layout/layers.ts'
import type { Rect } from './layout/layout.ts'
import { isInView, rectOf } from './opening.ts'
import { edgePath } from './task-edge.tsx'
import { useShape } from './layout/use-shape.ts'

/** Bounds of the width of a node, and its height, in pixels. */
const NODE = { least: 88, most: 124, usual: 108, height: 24 } as const
/** Pixels between layers. */
const GAP = 22
/** Share of the usual gaps between nodes. */
const TIGHTNESS = 0.5
/** Pixels around the workflow. */
const PADDING = 8
/** With more nodes only those near the visible part are drawn. */
const MANY = 150
/** Nodes within this distance of the visible part are drawn, in pixels. */
const AHEAD = 300

/** What is known of a task; its type and alias decide whether it is one of many equal ones. */
type CompactTask = LinkedTask & Partial<Pick<FanOutTask, 'type' | 'alias'>>

/** A workflow as small nodes with their names only, in the given states; what does not fit is scrolled to. */
export function CompactGraph({
  label,
  tasks,
  errorTasks,
  statusOf,
  selected,
  onSelect,
}: {
  label: string
  /** In the order of the workflow. */
  tasks: readonly CompactTask[]
  errorTasks: readonly string[]
  /** The status of a task by its id. */
  statusOf(id: string): string
  selected: string | null
  onSelect(id: string): void
}) {
  const names = useMemo(() => new Map(tasks.map(({ id, name }) => [id, name])), [tasks])
  const alike = useMemo(() => alikeWords(tasks), [tasks])
  const [box, { width: space }] = useElementSize()
  const { graph, arrangement } = useCompactArrangement(tasks, errorTasks, space)
  const visible = useVisiblePart(box)
  const statusOfNode = (id: string) => {
    const fold = graph.folds.get(id)
    return fold ? worstStatus(fold.taskIds.map(statusOf)) : statusOf(id)
  }
  const focused = graph.nodeOf.get(selected ?? '')
  useEffect(() => {
    const rect = focused === undefined ? null : rectOf(arrangement, focused)
    const element = box.current
    if (!rect || !element) return
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = element
    if (isInView(rect, { width, height }, { x: -scrollLeft, y: -scrollTop, zoom: 1 })) return
    element.scrollTo?.({ left: rect.x - (width - rect.width) / 2, top: rect.y - (height - rect.height) / 2 })
  }, [box, focused, arrangement])
  const isNear = (id: string) => arrangement.ids.length <= MANY || isNearTo(rectOf(arrangement, id), visible)
  const { width, height, direction, errorFrame } = arrangement
  return (
    <div ref={box} className="compact-graph" role="group" aria-label={label}>
      <div style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {arrangement.edges
            .filter(({ source, target }) => isNear(source) || isNear(target))
            .map(({ id, source, target }) => (
              <path
                key={id}
                className="task-edge"
                data-dashed={isDashedEdge(statusOfNode(source), statusOfNode(target)) || undefined}
                d={edgePath(arrangement.routeOf({ id, source, target }), direction)}
              />
            ))}
        </svg>
        {errorFrame && (
          <span className="compact-frame" style={placed(errorFrame)}>
            On failure
          </span>
        )}
        {arrangement.ids.filter(isNear).map((id) => (
          <CompactNode
            key={id}
            place={rectOf(arrangement, id)!}
            name={nameOf(graph.folds.get(id), names.get(id))}
            isAlike={alike.has(firstWord(names.get(id) ?? ''))}
            status={statusOfNode(id)}
            selected={id === focused}
            onSelect={() => onSelect(firstWorst(graph.folds.get(id), statusOf) ?? id)}
          />
        ))}
      </div>
    </div>
  )
}

function CompactNode({
  place,
  name,
  isAlike,
  status,
  selected,
  onSelect,
}: {
  place: Rect
  name: string
  /** Another name begins with the same word. */
  isAlike: boolean
  status: string
  selected: boolean
  onSelect(): void
}) {
  return (
    <button
      type="button"
      className="task-node compact-node"
      style={placed(place)}
      data-status={status}
      data-selected={selected || undefined}
      aria-label={`${name}, ${status}`}
      aria-pressed={selected}
      onClick={onSelect}
    >
      <CutText text={name} atEnd={!isAlike} />
    </button>
  )
}

const placed = ({ x, y, width, height }: Rect) => ({ left: x, top: y, width, height })

const nameOf = (fold: Fold | undefined, name: string | undefined) =>
  fold ? `${fold.name} · ${fold.taskIds.length.toLocaleString('en')}` : (name ?? '')

const firstWord = (name: string) => name.split(' ', 1)[0] ?? ''

/** The words that several names begin with. */
function alikeWords(tasks: readonly Pick<CompactTask, 'name'>[]): ReadonlySet<string> {
  const words = tasks.map(({ name }) => firstWord(name))
  const known = new Set<string>()
  return new Set(words.filter((word) => known.has(word) || !known.add(word)))
}

/** The first of the worst tasks of a fold. */
function firstWorst(fold: Fold | undefined, statusOf: (id: string) => string): string | undefined {
  const worst = fold && worstStatus(fold.taskIds.map(statusOf))
  return fold?.taskIds.find((id) => statusOf(id) === worst)
}

function useCompactArrangement(
  tasks: readonly CompactTask[],
  errorTasks: readonly string[],
  space: number,
): { graph: FoldedGraph; arrangement: Arrangement } {
  const shape = useShape(tasks)
  const graph = useMemo(() => {
    const equal = shape.map((task) => ({ type: '', alias: '', ...task }))
    const folds = fanOutsOf(equal).map(({ key, name, taskIds }) => ({ id: `fold ${key}`, name, taskIds }))
    return foldGraph(shape, errorTasks, folds)
  }, [shape, errorTasks])
  const arrangement = useMemo(() => {
    const layers = Math.max(0, ...longestPaths(graph.ids, graph.edges).values()) + 1
    const fitted = space > 0 ? Math.floor((space - 2 * PADDING + GAP) / layers - GAP) : NODE.usual
    const size = { width: Math.min(NODE.most, Math.max(NODE.least, fitted)), height: NODE.height }
    const options = { direction: 'right', sizeOf: () => size, tightness: TIGHTNESS } as const
    return arrange(graph.ids, graph.edges, graph.onError, options)
  }, [graph, space])
  return { graph, arrangement }
}

/** The part of a scrolled element that is visible, kept up to date in steps. */
function useVisiblePart(box: React.RefObject<HTMLDivElement | null>): Rect {
  const [part, setPart] = useState<Rect>({ x: 0, y: 0, width: 1600, height: 800 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => {
      const { scrollLeft: x, scrollTop: y, clientWidth: width, clientHeight: height } = element
      setPart((known) =>
        Math.abs(known.x - x) < AHEAD / 2 && Math.abs(known.y - y) < AHEAD / 2
          ? known
          : { x, y, width, height },
      )
    }
    element.addEventListener('scroll', read, { passive: true })
    return () => element.removeEventListener('scroll', read)
  }, [box])
  return part
}

function isNearTo(rect: Rect | null, part: Rect): boolean {
  return (
    rect !== null &&
    rect.x < part.x + part.width + AHEAD &&
    rect.x + rect.width > part.x - AHEAD &&
    rect.y < part.y + part.height + AHEAD &&
    rect.y + rect.height > part.y - AHEAD
  )
}
