import { memo, useMemo, type KeyboardEvent } from 'react'
import type { NodeProps } from 'reactflow'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { CutText } from '#web/ui/display/cut-text.tsx'
import type { FoldFlowNode } from './flow-elements.ts'
import { useFoldTasks, useGraphContext, useHovered, useSelectedOf } from './graph-context.ts'
import { countStatuses, countWords, heatDurations, statusWord, worstStatus, type HeatMember } from './heat.ts'
import { HeatGrid } from './heat-grid.tsx'
import type { NodeTask } from './node-store.ts'
import { hasWideHead, isNarrow, perRowOf } from './sizes.ts'

/** Several tasks or runs as one node: counts in words, durations, and a square for each. */
export function GroupNode({
  id,
  width,
  title,
  label,
  task,
  members,
  unit,
  isSelected,
  selectedMember,
  onTitle,
  onPick,
}: {
  id: string
  width: number
  title: string
  /** The name by which screen readers know the node. */
  label: string
  /** Its type and alias. */
  task: Pick<NodeTask, 'type' | 'alias'>
  members: readonly HeatMember[]
  unit: 'task' | 'run'
  isSelected: boolean
  selectedMember: string | null
  onTitle(): void
  onPick(member: HeatMember): void
}) {
  const { Icon, onArrow, store, hovered: hoveredStore } = useGraphContext()
  const hovered = useHovered()
  const counts = useMemo(() => countStatuses(members), [members])
  const durations = useMemo(() => heatDurations(members), [members])
  const worst = worstStatus(counts.map(({ status }) => status))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') && onArrow(id, event.key)) event.preventDefault()
  }
  const reasonOf = (member: HeatMember) => member.reason ?? store.cause(member.id)?.short ?? null
  const facts = durations && (
    <span className="group-node-facts">
      p50 {shortDuration(durations.p50)}, p95 {shortDuration(durations.p95)}, slowest{' '}
      {durations.slowest.member.name} with {shortDuration(durations.slowest.ms)}
    </span>
  )
  return (
    <div
      className="task-node group-node"
      data-status={worst}
      data-mark={worst}
      data-selected={isSelected || undefined}
      data-wide={hasWideHead(width) || undefined}
      data-narrow={isNarrow(width) || undefined}
    >
      <button
        type="button"
        className="group-node-title"
        aria-label={label}
        onClick={onTitle}
        onKeyDown={onKeyDown}
      >
        <Icon status={worst} />
        <CutText className="task-node-name" text={title} />
        <span className="group-node-count">· {members.length.toLocaleString('en')}</span>
        <span className="task-node-type">
          <span>{[task.type.replace(/^task\./, ''), task.alias].filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      <span className="group-node-counts">
        {counts.map(({ status, count }, index) => (
          <span key={status} data-status={status}>
            {count.toLocaleString('en')} {statusWord(status)}
            {index < counts.length - 1 && ','}
          </span>
        ))}
      </span>
      {facts}
      <HeatGrid
        label={`${title}, ${members.length} ${unit}s`}
        members={members}
        perRow={perRowOf(width)}
        selected={selectedMember}
        hovered={hovered}
        reasonOf={reasonOf}
        onPick={onPick}
        onHover={hoveredStore.set}
      />
      <span className="group-node-ends" aria-hidden>
        <CutText text={members[0]?.name ?? ''} />
        <CutText text={members.at(-1)?.name ?? ''} />
      </span>
    </div>
  )
}

const none: readonly string[] = []

/** Equal tasks as one node. */
export const FoldNode = memo(function FoldNode(props: NodeProps<FoldFlowNode>) {
  const { folds, onSelect, onFold } = useGraphContext()
  // React Flow draws a node once more after the fold has been opened.
  const fold = folds.get(props.id)
  const tasks = useFoldTasks(fold?.taskIds ?? none)
  const selected = useSelectedOf(fold?.taskIds ?? none)
  const [first] = tasks
  if (!fold || !first) return null
  const worst = tasks.find((task) => markOfTask(task) === worstStatus(tasks.map(markOfTask)))
  return (
    <GroupNode
      id={props.id}
      width={props.width ?? 0}
      title={fold.name}
      label={[`${fold.name}, ${tasks.length} tasks`, countWords(tasks)].filter(Boolean).join(': ')}
      task={first}
      members={tasks}
      unit="task"
      isSelected={selected !== null}
      selectedMember={selected}
      onTitle={() => (onFold ? onFold(fold.id) : worst && onSelect(worst.id))}
      onPick={(member) => onSelect(member.id)}
    />
  )
})
