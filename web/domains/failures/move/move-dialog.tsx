import { Box, Button, Dialog as ChakraDialog, Flex, Skeleton } from '@chakra-ui/react'
import { Clock, RotateCw } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useClient } from 'urql'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { AliasChoiceTable } from '#web/domains/tasks/alias/alias-table.tsx'
import { useAliasFacts } from '#web/domains/tasks/alias/use-alias-facts.ts'
import { ReadTime } from '#web/domains/tasks/read-time.tsx'
import { paths } from '#web/paths.ts'
import { DialogFrame } from '#web/ui/dialog/dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { failureTasksQuery } from '../operations.ts'
import { MovedTasks } from './moved-tasks.tsx'
import type { MoveDialogProps } from './moving.ts'
import { type Movable, useMovable } from './use-movable.ts'

/** Chooses another alias for failed tasks of one type, and which of them move. */
export function MoveDialog({ work, onMove, onClose }: MoveDialogProps) {
  const movable = useMovable(work)
  const { failed, total, ready } = movable
  const { rows, suggested, error, staleSince } = useAliasFacts(failed, ready && total > 0)
  const [chosen, setChosen] = useState<string | null>(null)
  const alias = chosen ?? suggested
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sending, setSending] = useState(false)
  const client = useClient()
  const group = useRef<HTMLDivElement>(null)
  useFailToast(texts.loadAliasesFailed(failed.type), error)
  useEffect(() => {
    if (error) onClose()
  }, [error, onClose])

  const count = total - left.size
  const mark = (id: string, moves: boolean) => {
    const next = new Set(left)
    if (moves) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  const move = async () => {
    if ('failureId' in work && left.size === 0) {
      onMove({ failureId: work.failureId }, count, alias)
      return onClose()
    }
    let { tasks } = movable as Pick<Movable, 'tasks'>
    if (tasks.length < total && 'failureId' in work) {
      setSending(true)
      const all = { id: work.failureId, page: 1, perPage: MAX_PAGE_SIZE, restartable: true }
      const { data, error } = await client.query(failureTasksQuery, all, { requestPolicy: 'network-only' })
      setSending(false)
      if (!data) return toast.error(failText(texts.loadTasksFailed, error))
      tasks = data.failureTasks.rows as unknown as Movable['tasks']
    }
    const moved = tasks.filter(({ id }) => !left.has(id))
    const runs = new Set(moved.map(({ workqueueId }) => workqueueId))
    onMove({ taskIds: moved.map(({ id }) => id), workqueueIds: [...runs] }, moved.length, alias)
    onClose()
  }
  const canMove = ready && alias !== '' && count > 0 && !sending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Events of a portal bubble through React's tree: they must not submit a form around the dialog.
    event.stopPropagation()
    if (canMove) void move()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.closest('form')?.requestSubmit()
  }
  const none = ready && total === 0
  const knowsPollers = rows?.some(({ pollers }) => pollers !== undefined)
  const stuck = rows?.every(({ relation }) => relation === 'unpolled' || relation === 'current')
  return (
    <DialogFrame
      title={texts.moveTitle(ready ? total : null)}
      open
      onClose={onClose}
      size="lg"
      closable={!sending}
      initialFocus={group}
    >
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <ChakraDialog.Body display="flex" flexDirection="column" gap="4" pb="0" onKeyDown={onKeyDown}>
          {movable.error ? (
            <FailedState message={failText(texts.loadTasksFailed, movable.error)} onRetry={movable.reread} />
          ) : none ? (
            <Box pb="4" color="ink.2">
              {texts.noneToRestart}
            </Box>
          ) : (
            <>
              <MoveSubject {...movable} />
              <Box mx="-3" mb="-2">
                <AliasChoiceTable
                  work={failed}
                  rows={rows}
                  value={alias}
                  onChange={setChosen}
                  groupRef={group}
                  allowUnpolled={false}
                />
              </Box>
              {stuck && (
                <Flex align="center" justify="space-between" gap="3" wrap="wrap">
                  <Box>
                    <Box fontWeight="medium">{knowsPollers ? texts.noOtherPolled : texts.noOther}</Box>
                    <Box color="ink.2">{knowsPollers && texts.noOtherPolledText}</Box>
                  </Box>
                  <Button asChild minH={{ base: '10', sm: '8' }}>
                    <Link to={paths.workers()}>{texts.startWorker}</Link>
                  </Button>
                </Flex>
              )}
              {ready ? (
                <MovedTasks tasks={movable.tasks} total={total} count={count} left={left} onMove={mark} />
              ) : (
                <Skeleton height="140px" borderRadius="md" />
              )}
            </>
          )}
        </ChakraDialog.Body>
        <ChakraDialog.Footer flexWrap="wrap">
          <Flex flex="1 1 240px" align="center" gap="2" textStyle="xs" color="ink.2" wrap="wrap">
            <Clock size={14} aria-hidden />
            <Box as="span" flex="1" minW="0">
              {texts.heldOnlyThese}
            </Box>
            <ReadTime readAt={staleSince} failing />
          </Flex>
          <Button height={{ base: '10', sm: '8' }} onClick={onClose} disabled={sending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="solid"
            height={{ base: '10', sm: '8' }}
            disabled={!canMove}
            loading={sending}
          >
            <RotateCw /> {texts.restartOn(count, alias)}
          </Button>
        </ChakraDialog.Footer>
      </form>
    </DialogFrame>
  )
}

/** What the tasks have in common: why they failed, their type, where they are. */
function MoveSubject({ failed, title, ready }: Movable) {
  if (!ready) return <Skeleton height="3" width="60%" mt="-2" />
  return (
    <Box as="p" mt="-3" overflowWrap="anywhere" color="ink.2">
      {title && (
        <>
          <Box as="span" color="status.failed.fg" fontWeight="medium">
            {title}
          </Box>
          {' · '}
        </>
      )}
      <Box as="span" textStyle="mono">
        {failed.type}
      </Box>
      {` · ${texts.nowOn(failed.aliases)}`}
    </Box>
  )
}
