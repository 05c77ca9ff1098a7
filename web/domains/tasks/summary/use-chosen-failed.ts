import { useState } from 'react'
import { taskListMessages as texts } from '#shared/domains/tasks/list-messages.ts'
import { type ChosenTasks, MOST_CHOSEN } from '../list/chosen-tasks.ts'
import type { SummaryTask } from './use-summary.ts'

/** The failed tasks that are chosen, of those that are drawn; once they all are, the rest is offered, up to a bound. */
export function useChosenFailed(found: readonly SummaryTask[], drawn: number): ChosenTasks {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const tasks = found.filter(({ id }) => ids.has(id)).slice(0, MOST_CHOSEN)
  const most = Math.min(found.length, MOST_CHOSEN)
  const isWholePage = tasks.length > 0 && tasks.length >= Math.min(drawn, most)
  return {
    tasks,
    selection: { selected: new Set(tasks.map(({ id }) => id)), onChange: setIds },
    offered:
      !isWholePage || tasks.length >= most
        ? null
        : most < found.length
          ? texts.selectNewest(most)
          : texts.selectAll(most),
    choosing: false,
    chooseAll: () => setIds(new Set(found.slice(0, most).map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
