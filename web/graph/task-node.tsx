import { memo, type KeyboardEvent } from 'react'
import type { NodeProps } from 'reactflow'
import { troubleCodes } from '#shared/domains/tasks/constants.ts'
import { hasOwnAlias, markOfTask, shortTypeName } from '#shared/domains/tasks/rules.ts'
import { CutText } from '#web/ui/display/cut-text.tsx'
import type { TaskFlowNode } from './flow-elements.ts'
import {
  useGraphContext,
  useIsQuiet,
  useIsSelected,
  useNodeCause,
  useNodeChildren,
  useNodeTask,
} from './graph-context.ts'
import { GroupNode } from './group-node.tsx'
import { isSlim, NODE_PADDING } from './sizes.ts'

/** Mean width of a character of 12 px in a sentence, in pixels. */
const CHARACTER = 5.7

/** Whether a note needs the line of the type too. */
export function isLongNote(note: string, nodeWidth: number): boolean {
  const { left, right, icon } = NODE_PADDING
  return note.length * CHARACTER > nodeWidth - left - right - icon
}

/** Width of a character of 12 px in code, in pixels. */
const CODE_CHARACTER = 7.2

/** Whether type and alias have no room behind the icon, so that the line begins below it. */
function isLongType({ type, alias }: { type: string; alias: string }, nodeWidth: number): boolean {
  const { left, right, icon } = NODE_PADDING
  const text = hasOwnAlias(alias) ? `${shortTypeName(type)} · ${alias}` : shortTypeName(type)
  return text.length * CODE_CHARACTER > nodeWidth - left - right - icon
}

/** The name by which screen readers know a task's node. */
function nodeLabel(
  task: { name: string; type: string; alias: string; depends: readonly string[] },
  mark: string,
) {
  const alias = hasOwnAlias(task.alias) ? ` · ${task.alias}` : ''
  const count = task.depends.length
  const after = count === 0 ? '' : `, after ${count === 1 ? '1 task' : `${count} tasks`}`
  return `${[task.name, mark, task.type].filter(Boolean).join(', ')}${alias}${after}`
}

/**
 * One task, with its state as frame, icon and line style. A button, so that keyboards and screen readers
 * reach it.
 */
export const TaskNode = memo(function TaskNode(props: NodeProps<TaskFlowNode>) {
  const { Icon, Note, onSelect, onArrow } = useGraphContext()
  const task = useNodeTask(props.id)
  const cause = useNodeCause(props.id)
  const selected = useIsSelected(props.id)
  const quiet = useIsQuiet(props.id)
  if (!task) return null
  const mark = markOfTask(task)
  const isLong = cause !== undefined && isLongNote(cause.short, props.width ?? 0)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') && onArrow(props.id, event.key)) event.preventDefault()
  }
  return (
    <button
      type="button"
      className="task-node"
      data-status={task.status}
      data-mark={mark}
      data-selected={selected || undefined}
      data-quiet={quiet || undefined}
      data-slim={isSlim(props.width) || undefined}
      aria-label={nodeLabel(task, mark)}
      aria-description={cause?.short}
      onClick={() => onSelect(task.id)}
      onKeyDown={onKeyDown}
    >
      <span className="task-node-head">
        <Icon status={mark} />
        <CutText className="task-node-name" text={task.name} />
      </span>
      {!isLong && (
        <span
          className="task-node-type"
          data-long={isLongType(task, props.width ?? 0) || undefined}
          title={[task.type, task.alias].filter(Boolean).join(' · ')}
        >
          <span>{shortTypeName(task.type)}</span>
          {hasOwnAlias(task.alias) && <span>{` · ${task.alias}`}</span>}
        </span>
      )}
      <span
        className="task-node-note"
        data-long={isLong || undefined}
        data-trouble={(cause && troubleCodes.includes(cause.code)) || undefined}
        title={cause?.short}
      >
        {cause ? cause.short : <Note task={task} />}
      </span>
    </button>
  )
})

/** A task that has started runs of its own: one square for each. */
export const MapNode = memo(function MapNode(props: NodeProps<TaskFlowNode>) {
  const task = useNodeTask(props.id)
  const children = useNodeChildren(props.id)
  const { onSelect, onChild } = useGraphContext()
  const selected = useIsSelected(props.id)
  if (!task) return null
  return (
    <GroupNode
      id={props.id}
      width={props.width ?? 0}
      title={task.name}
      label={nodeLabel(task, markOfTask(task))}
      task={task}
      members={children ?? []}
      unit="run"
      isSelected={selected}
      selectedMember={null}
      onTitle={() => onSelect(task.id)}
      onPick={(member) => onChild?.(member.id)}
    />
  )
})

/** The frame around the tasks that run when the workflow fails. */
export const ErrorFrame = memo(function ErrorFrame() {
  return <div className="task-error-frame">On failure</div>
})
