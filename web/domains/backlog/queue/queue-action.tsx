import { Button, type ButtonProps } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import type { TaskStatus } from '#shared/domains/tasks/constants.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { queryText } from '#web/lib/query-string.ts'
import { paths } from '#web/paths.ts'
import type { BacklogListRow } from '../sort-backlog.ts'
import { ResumeButton } from './resume-button.tsx'
import { useQueueMoves } from './queue-moves.tsx'

/** The tasks of a type in an app that are in a status. */
export const tasksAddress = (appId: string, type: string, status: TaskStatus): string =>
  `${paths.tasks(appId)}${queryText([
    ['type', type],
    ['status', status],
  ])}`

/** The one action that answers the verdict of a queue: moves what waits, or opens what runs. Empty where there is none. */
export function QueueAction({ row }: { row: BacklogListRow }) {
  const { type, queued, queue } = row
  if (queue?.verdict.code === 'nobody' && queued > 0)
    return (
      <IfMayChange>
        <MoveButton row={row} />
      </IfMayChange>
    )
  if (queue?.verdict.code === 'paused')
    return (
      <IfMayChange>
        <ResumeButton type={type} alias={row.alias} />
      </IfMayChange>
    )
  if (queue?.verdict.code === 'limit')
    return (
      <IfMayChange>
        <Button asChild {...inRow}>
          <Link to={paths.queue(type, row.alias)}>{texts.raiseLimit}</Link>
        </Button>
      </IfMayChange>
    )
  const running = queue?.apps.find((app) => (app.started ?? 0) > 0)
  if (queue?.verdict.code !== 'stalled' || !running || !queue.started) return null
  return (
    <Button asChild {...inRow}>
      <Link to={tasksAddress(running.id, type, 'started')}>{texts.open(queue.started)}</Link>
    </Button>
  )
}

function MoveButton({ row: { type, alias, queued } }: { row: BacklogListRow }) {
  const { ask, isHeld, canMove } = useQueueMoves()
  if (!canMove({ type, alias })) return null
  return (
    <Button {...inRow} disabled={isHeld({ type, alias })} onClick={() => ask({ type, alias })}>
      {texts.move(queued)}
    </Button>
  )
}

const inRow: ButtonProps = {
  size: 'sm',
  px: { sm: '2' },
  width: { base: 'full', sm: 'auto' },
  minH: { base: '10', sm: '7' },
}
