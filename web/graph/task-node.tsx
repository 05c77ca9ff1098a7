import { memo, type FocusEvent } from 'react'
import { Handle, Position, useReactFlow, type Node, type NodeProps } from 'reactflow'
import { DEFAULT_ALIAS } from '#shared/domains/tasks/constants.ts'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { useGraphContext, useNodeTask, useIsSelected } from './node-store.ts'
import { NODE_HEIGHT, NODE_WIDTH, type Direction } from './layout.ts'

export type TaskFlowNode = Node<{ direction: Direction }, 'task'>

/** Sides of a node where edges end and start. */
export const handlePositions = {
  right: { target: Position.Left, source: Position.Right },
  down: { target: Position.Top, source: Position.Bottom },
} as const

/** `task.rail.ocr` -> `rail.ocr`: removes the part that all types have in common. */
export const shortType = (type: string) => type.replace(/^task\./, '')

/**
 * One task, with its state as frame, icon and line style. A button, so that keyboards and screen readers
 * reach it.
 */
export const TaskNode = memo(function TaskNode(props: NodeProps<TaskFlowNode>) {
  const { Icon, Note, onSelect } = useGraphContext()
  const { setCenter, getZoom } = useReactFlow()
  const task = useNodeTask(props.id)
  const selected = useIsSelected(props.id)
  if (!task) return null
  const alias = task.alias && task.alias !== DEFAULT_ALIAS ? ` · ${task.alias}` : ''
  const type = shortType(task.type) + alias
  const mark = markOfTask(task)
  const after =
    task.depends.length > 0
      ? `, after ${task.depends.length === 1 ? '1 task' : `${task.depends.length} tasks`}`
      : ''
  // Centres a node that was focused by the keyboard; the scrolling of the browser would shift the whole
  // canvas.
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.matches(':focus-visible')) return
    const [x, y] = [props.positionAbsoluteX + NODE_WIDTH / 2, props.positionAbsoluteY + NODE_HEIGHT / 2]
    void setCenter(x, y, { zoom: getZoom() })
  }
  const { target, source } = handlePositions[props.data.direction]
  return (
    <>
      <Handle type="target" position={target} isConnectable={false} />
      <Handle type="source" position={source} isConnectable={false} />
      <button
        type="button"
        className="task-node"
        data-status={task.status}
        data-selected={selected || undefined}
        aria-label={`${[task.name, mark, task.type].filter(Boolean).join(', ')}${alias}${after}`}
        onClick={() => onSelect(task.id)}
        onFocus={onFocus}
      >
        <Icon status={mark} />
        <span className="task-node-text">
          <span className="task-node-head">
            <span className="task-node-name" title={task.name}>
              {task.name}
            </span>
            <span className="task-node-note">
              <Note task={task} />
            </span>
          </span>
          <span className="task-node-type" title={task.type}>
            {type}
          </span>
        </span>
      </button>
    </>
  )
})

/** The frame around the tasks that run when the workflow fails. */
export const ErrorFrame = memo(function ErrorFrame() {
  return <div className="task-error-frame">On failure</div>
})
