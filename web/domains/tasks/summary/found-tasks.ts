import { troubleCodes } from '#shared/domains/tasks/constants.ts'
import type { SummaryTask } from './use-summary.ts'

type Searched = Pick<
  SummaryTask,
  'name' | 'type' | 'alias' | 'workqueueId' | 'workqueueName' | 'workqueueDescription' | 'hostName' | 'reason'
> & { why: { code: string; text: string } | null }

/** The tasks that contain each word of the search, in any case; those that are late or stuck come first. */
export function foundTasks<Task extends Searched>(tasks: readonly Task[], search: string): Task[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found =
    words.length === 0
      ? tasks
      : tasks.filter((task) => {
          const text = textOf(task)
          return words.every((word) => text.includes(word))
        })
  return found.toSorted((a, b) => rank(a) - rank(b))
}

const rank = ({ why }: Searched): number => (why && troubleCodes.includes(why.code) ? 0 : 1)

const textOf = (task: Searched): string =>
  [
    task.name,
    task.type,
    task.alias,
    task.workqueueId,
    task.workqueueName,
    task.workqueueDescription,
    task.hostName,
    task.reason,
    task.why?.text,
  ]
    .join('\n')
    .toLowerCase()
