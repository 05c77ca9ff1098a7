import { memo, type KeyboardEvent } from 'react'
import type { NodeProps } from 'reactflow'
import { markOfTask, shortTypeName } from '#shared/domains/tasks/rules.ts'
import { CutText } from '#web/ui/display/cut-text.tsx'
import type { FoldFlowNode } from './flow-elements.ts'
import { useFoldTasks, useGraphContext, useIsQuiet, useSelectedOf } from './graph-context.ts'
import { countWords } from './heat.ts'
import { isSlim } from './sizes.ts'

const none: readonly string[] = []

/** Neighbours of one state in the size of a task. A click selects the first of them, another one the next. */
export const JoinNode = memo(function JoinNode({ id, width }: NodeProps<FoldFlowNode>) {
  const { folds, Icon, onSelect, onArrow } = useGraphContext()
  const fold = folds.get(id)
  const taskIds = fold?.taskIds ?? none
  const tasks = useFoldTasks(taskIds)
  const selected = useSelectedOf(taskIds)
  const quiet = useIsQuiet(taskIds[0] ?? '')
  const [first] = tasks
  if (!fold || !first) return null
  const mark = markOfTask(first)
  const counts = countWords(tasks) || `${tasks.length} tasks`
  const next = taskIds[(selected === null ? 0 : taskIds.indexOf(selected) + 1) % taskIds.length]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') && onArrow(id, event.key)) event.preventDefault()
  }
  return (
    <button
      type="button"
      className="task-node"
      data-joined=""
      data-status={first.status}
      data-mark={mark}
      data-selected={selected !== null || undefined}
      data-quiet={quiet || undefined}
      data-slim={isSlim(width) || undefined}
      aria-label={`${tasks.map(({ name }) => name).join(', ')}: ${counts}`}
      onClick={() => next !== undefined && onSelect(next)}
      onKeyDown={onKeyDown}
    >
      <span className="task-node-head">
        <Icon status={mark} />
        <CutText className="task-node-name" text={fold.name} />
      </span>
      <span className="task-node-type">
        <span>{shortTypeName(first.type)}</span>
      </span>
      <span className="task-node-note">{counts}</span>
    </button>
  )
})
