import { Button } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import type { TaskStatus } from '#shared/domains/tasks/constants.ts'
import { queryText } from '#web/lib/query-string.ts'
import { paths } from '#web/paths.ts'
import type { BacklogListRow } from '../sort-backlog.ts'

/** The tasks of a type in an app that are in a status. */
export const tasksAddress = (appId: string, type: string, status: TaskStatus): string =>
  `${paths.tasks(appId)}${queryText([
    ['type', type],
    ['status', status],
  ])}`

/** The action that answers the verdict of a queue; null where none does. */
export function actionOf({ type, queued, queue }: BacklogListRow): { label: string; to: string } | null {
  if (!queue) return null
  const { apps, started } = queue
  const [most] = apps
  if (queue.verdict.code === 'nobody' && most && queued > 0)
    return { label: texts.move(queued), to: tasksAddress(most.id, type, 'queued') }
  const running = apps.find((app) => (app.started ?? 0) > 0)
  if (queue.verdict.code === 'stalled' && running && started)
    return { label: texts.open(started), to: tasksAddress(running.id, type, 'started') }
  return null
}

/** The one action that answers the verdict of a queue; empty where there is none. */
export function QueueAction({ row }: { row: BacklogListRow }) {
  const action = actionOf(row)
  if (!action) return null
  return (
    <Button
      asChild
      size="sm"
      px={{ sm: '2' }}
      width={{ base: 'full', sm: 'auto' }}
      minH={{ base: '10', sm: '7' }}
    >
      <Link to={action.to}>{action.label}</Link>
    </Button>
  )
}
