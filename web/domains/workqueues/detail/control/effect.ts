import { controlDialogMessages } from '#shared/domains/tasks/control-dialog-messages.ts'
import { taskEdges } from '#shared/domains/tasks/order.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { waitingFor } from '../states.ts'

const texts = controlDialogMessages.effect

/** What an act on a task will do to its run; `blocked` when the platform would refuse it now. */
export interface Effect {
  text: string
  blocked: boolean
}

/** The effect of ending a task by hand. */
export function effectOfEnd(task: TaskDetail, tasks: readonly TaskDetail[], runStatus: string): Effect {
  const others = tasks.filter((other) => other.id !== task.id && isFatal(other))
  const [first] = others
  if (first) return { text: texts.held(first.name, others.length - 1), blocked: false }
  const waiting = waitingFor([task.id], tasks).length
  const parts = [
    runStatus === 'failed' ? texts.repairs : '',
    waiting > 0 ? texts.starts(waiting) : texts.ends,
  ]
  return { text: parts.filter(Boolean).join(' '), blocked: false }
}

/** The effect of a restart of a task with everything after it. */
export function effectOfRestart(task: TaskDetail, tasks: readonly TaskDetail[]): Effect {
  const after = tasksAfter(task.id, tasks)
  const running = after.find(({ status }) => status === 'started')
  if (running) return { text: texts.running(running.name), blocked: true }
  return { text: `${texts.again(after.length)} ${texts.stateStays}`, blocked: false }
}

const isFatal = ({ status, continueOnError }: TaskDetail) => status === 'failed' && !continueOnError

/** All tasks that come after a task, in the order of the workflow. */
function tasksAfter(id: string, tasks: readonly TaskDetail[]): TaskDetail[] {
  const after = new Map<string, string[]>()
  for (const { source, target } of taskEdges(tasks)) after.set(source, [...(after.get(source) ?? []), target])
  const found = new Set<string>()
  const front = [id]
  for (const each of front)
    for (const target of after.get(each) ?? []) {
      if (found.has(target)) continue
      found.add(target)
      front.push(target)
    }
  return tasks.filter((task) => found.has(task.id))
}
