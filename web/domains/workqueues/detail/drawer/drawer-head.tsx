import { useContext } from 'react'
import { Box, Button, chakra, Flex, Link } from '@chakra-ui/react'
import { ChevronDown, ChevronUp, ExternalLink, RotateCw, X } from 'lucide-react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { controlsOf } from '#shared/domains/tasks/control.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { canMoveTogether, isRestartable, markOfTask } from '#shared/domains/tasks/rules.ts'
import { SessionContext } from '#web/lib/session-context.tsx'
import { useRights } from '#web/lib/rights.tsx'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { useLostAt } from '#web/realtime/live-status.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { useFeature } from '#web/lib/features.ts'
import { DeploymentLines } from '#web/ui/page/alias-deployments.tsx'
import { ControlMenu } from '../control/control-menu.tsx'
import type { DrawerProps } from './drawer-props.ts'

/** Name, status and actions of the task, and the ways to the next one. */
export function DrawerHead({
  task,
  run,
  tasks,
  causes,
  selection,
  restarts,
  sheet,
  coversBanner,
  expand,
}: DrawerProps & {
  sheet: boolean
  /** A sheet that is drawn up. */
  coversBanner: boolean
  expand: { expanded: boolean; toggle(): void } | null
}) {
  const lostAt = useLostAt()
  const [previous, next] = [selection.neighbour(-1), selection.neighbour(1)]
  const size = sheet ? ({ height: '10', minW: '10' } as const) : ({ size: 'sm', px: '1' } as const)
  // The only failed task of a run that failed is restarted in the banner.
  const inBanner = !coversBanner && run.status === 'failed' && restarts.failed.length === 1
  const { mayChange } = useRights()
  const offersRestart = mayChange && isRestartable(task.status, run.status) && !inBanner
  const control = useFeature('control') && mayChange && controlsOf(task, run.status).length > 0
  const traceUrl = useTraceUrl(run.traceId)
  const isOpen = !expand || expand.expanded
  const menu = (
    <ControlMenu task={task} tasks={tasks} runStatus={run.status} onDone={restarts.changed} large={sheet} />
  )
  return (
    <Box px="3.5" pt={sheet ? '0' : '2.5'} pb="1.5" flexShrink="0">
      <Flex align="flex-start" gap="2">
        <Box flex="1" minW="0">
          <Flex align="center" gap="2" wrap="wrap">
            <chakra.h2 fontSize="md" lineHeight="sm" fontWeight="semibold" overflowWrap="anywhere" minW="0">
              {task.name}
            </chakra.h2>
            <StatusBadge status={task.status} mark={markOfTask(task)} size="sm" />
            {causes.get(task.id)?.code === 'late' && (
              <StatusBadge status={runMessages.late} mark="queued" size="sm" />
            )}
            {/* A sheet covers the head of the run, which says it otherwise. */}
            {sheet && lostAt !== null && !isTerminal(run.status) && (
              <Box ms="1.5" mb="1">
                <LiveMark listening />
              </Box>
            )}
          </Flex>
        </Box>
        <Flex flexShrink="0">
          {isOpen && (
            <>
              {control && !offersRestart && <Box me="1">{menu}</Box>}
              <Button
                variant="ghost"
                {...size}
                aria-label={attemptMessages.previous}
                title={attemptMessages.previous}
                disabled={previous === null}
                onClick={() => selection.select(previous)}
              >
                <ChevronUp />
              </Button>
              <Button
                variant="ghost"
                {...size}
                aria-label={attemptMessages.next}
                title={attemptMessages.next}
                disabled={next === null}
                onClick={() => selection.select(next)}
              >
                <ChevronDown />
              </Button>
            </>
          )}
          <Button
            variant="ghost"
            {...size}
            aria-label={attemptMessages.close}
            title={`${attemptMessages.close} (Esc)`}
            onClick={() => selection.select(null)}
          >
            <X />
          </Button>
        </Flex>
      </Flex>
      {isOpen && (
        <>
          <Box textStyle="mono" color="ink.3" truncate title={`${task.type} · ${task.alias}`}>
            {task.type} · {task.alias}
          </Box>
          <DeploymentLines queue={task} />
          {traceUrl !== null && (
            <Link href={traceUrl} target="_blank" rel="noreferrer" fontSize="sm" color="ink.2">
              {attemptMessages.openTrace} <ExternalLink size="12" aria-hidden />
            </Link>
          )}
        </>
      )}
      {offersRestart && isOpen && (
        <Flex gap="2" mt="2" mb="1" wrap="wrap">
          <Button
            size="sm"
            height={sheet ? '10' : undefined}
            aria-label={`${taskMessages.rerun} ${task.name}`}
            loading={restarts.restarting === task.id}
            onClick={() => restarts.restart(task)}
          >
            <RotateCw /> {taskMessages.rerun}
          </Button>
          {canMoveTogether([task]) && (
            <Button
              size="sm"
              height={sheet ? '10' : undefined}
              aria-label={`${taskMessages.rerunWithAlias} of ${task.name}`}
              disabled={restarts.restarting !== null}
              onClick={() => restarts.restartWithAlias([task])}
            >
              {taskMessages.rerunWithAlias}
            </Button>
          )}
          {menu}
        </Flex>
      )}
    </Box>
  )
}

/** The address of a trace where people look at traces; null without a trace, or when no address is configured. */
function useTraceUrl(traceId: string | null): string | null {
  const state = useContext(SessionContext)?.get()
  const template = state?.phase === 'known' ? state.view.traceUrl : undefined
  if (template === undefined || !traceId) return null
  return template.replaceAll('{traceId}', encodeURIComponent(traceId))
}
