import { useState } from 'react'
import { useClient } from 'urql'
import { taskListMessages as texts } from '#shared/domains/tasks/list-messages.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { taskListQuery } from '../list-operations.ts'
import { type ChosenTasks, MOST_CHOSEN, type TaskListRow } from './chosen-tasks.ts'
import type { TaskListParams } from './params.ts'
import { taskListVariables } from './variables.ts'

/** The tasks of a list that are chosen: those that are listed, or those of all pages. Another list ends the choice. */
export function useChosenTasks(
  appId: string,
  query: TaskListParams,
  { rows, total }: { rows: readonly TaskListRow[]; total: number },
): ChosenTasks {
  const client = useClient()
  const filters = JSON.stringify({ ...query, page: 1 })
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState<{ of: string; tasks: readonly TaskListRow[] } | null>(null)
  const [choosing, setChoosing] = useState(false)
  const known = all?.of === filters ? all.tasks : null
  const tasks = known ?? rows.filter(({ id }) => ids.has(id))
  const most = Math.min(total, MOST_CHOSEN)
  const chooseAll = async () => {
    setChoosing(true)
    const page = taskListVariables(appId, { ...query, page: 1, perPage: most })
    const { data, error } = await client.query(taskListQuery, page, { requestPolicy: 'network-only' })
    setChoosing(false)
    if (data) setAll({ of: filters, tasks: data.tasks.rows })
    else if (error) toast.error(failText(texts.selectFailed, error))
  }
  const choose = (next: ReadonlySet<string>) => {
    setIds(next)
    setAll(null)
  }
  const isWholePage = rows.length > 0 && tasks.length === rows.length
  return {
    tasks,
    selection: { selected: new Set(tasks.map(({ id }) => id)), onChange: choose },
    offered:
      known || !isWholePage || total <= rows.length
        ? null
        : most < total
          ? texts.selectNewest(most)
          : texts.selectAll(most),
    choosing,
    chooseAll: () => void chooseAll(),
    clear: () => choose(new Set()),
  }
}
