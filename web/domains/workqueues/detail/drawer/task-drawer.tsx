import { Box, Button, chakra, Flex, Tabs } from '@chakra-ui/react'
import { ChevronDown, ChevronUp, RotateCw, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { isRestartable, markOfTask } from '#shared/domains/tasks/rules.ts'
import type { WorkqueueLogs } from '#web/domains/tasks/logs/use-workqueue-logs.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useFeature } from '#web/lib/features.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import type { ShownPlanStats } from '#web/domains/workqueues/stats/use-plan-stats.ts'
import { type DrawerTab, drawerTabs } from '../run-address.ts'
import type { RunViewProps } from '../run-view.ts'
import type { Restarts } from '../use-restarts.tsx'
import type { RunSelection } from '../use-run-selection.ts'
import { DrawerBody, Sheet, type SheetSize, SideDrawer } from './drawer-frame.tsx'
import { LogTab } from './log-tab.tsx'
import { type TaskAttempts, useTaskAttempts } from './use-task-attempts.ts'

const PayloadTab = lazy(async () => ({ default: (await import('./payload-tab.tsx')).PayloadTab }))
const AttemptsTab = lazy(async () => ({ default: (await import('./attempts-tab.tsx')).AttemptsTab }))
const WhyTab = lazy(async () => ({ default: (await import('./why-tab.tsx')).WhyTab }))

/** What the tabs of a drawer are given. */
export interface DrawerProps extends RunViewProps {
  task: TaskDetail
  selection: RunSelection
  logs: WorkqueueLogs
  restarts: Restarts
  lastGood: ShownPlanStats['lastGood']
}

/** A task of a run beside its view, or as a sheet from below: log, inputs and result, attempts, cause. */
export function TaskDrawer({ sheet, ...props }: DrawerProps & { sheet: boolean }) {
  const { task, selection } = props
  const [size, setSize] = useState<SheetSize>(selection.address.task === null ? 'peek' : 'half')
  const attempts = useTaskAttempts(task)
  const tabs = useOfferedTabs()
  const tab = tabs.includes(selection.address.tab) ? selection.address.tab : 'log'
  const openTab = (next: DrawerTab) => {
    if (size === 'peek') setSize('half')
    selection.openTab(task.id, next)
  }
  const stepTab = (by: 1 | -1) => openTab(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!)
  useKeys({ ']': () => stepTab(1), '[': () => stepTab(-1) })
  const content = (
    <>
      <DrawerHead
        {...props}
        sheet={sheet}
        expand={
          sheet
            ? { expanded: size !== 'peek', toggle: () => setSize(size === 'peek' ? 'full' : 'peek') }
            : null
        }
      />
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => openTab(value as DrawerTab)}
        display="flex"
        flexDirection="column"
        flex="1"
        minH="0"
        lazyMount
        unmountOnExit
      >
        <Tabs.List px="3.5" flexShrink="0">
          {tabs.map((each) => (
            <Tabs.Trigger key={each} value={each} height={{ base: '10', sm: '9' }}>
              {attemptMessages.tabs[each]}
              {each === 'attempts' && attempts.attempts.length > 0 && (
                <Box as="span" color="ink.3" fontWeight="normal">
                  {attempts.attempts.length}
                </Box>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map((each) => (
          <Tabs.Content
            key={each}
            value={each}
            pt="0"
            flex="1"
            minH="0"
            display="flex"
            flexDirection="column"
            _hidden={{ display: 'none' }}
          >
            <Suspense fallback={<Box flex="1" />}>
              <TabContent {...props} tab={each} attempts={attempts} peek={sheet && size === 'peek'} />
            </Suspense>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  )
  const label = attemptMessages.drawer(task.name)
  if (!sheet) return <SideDrawer label={label}>{content}</SideDrawer>
  return (
    <Sheet
      label={label}
      size={size}
      onSize={setSize}
      handleLabel={size === 'full' ? attemptMessages.collapse : attemptMessages.expand}
    >
      {content}
    </Sheet>
  )
}

/** The tabs that this platform can fill. */
function useOfferedTabs(): DrawerTab[] {
  const offered = { log: true, payload: useFeature('payloads'), attempts: useFeature('attempts'), why: true }
  return drawerTabs.filter((tab) => offered[tab])
}

/** What a tab shows, with the attempts that several of them need. */
export interface TabProps extends DrawerProps {
  attempts: TaskAttempts
  /** Only the first lines are visible. */
  peek: boolean
}

function TabContent({ tab, ...props }: TabProps & { tab: DrawerTab }) {
  // The log has its own head and foot around what scrolls.
  if (tab === 'log') return <LogTab key={props.task.id} {...props} />
  return (
    <DrawerBody>
      {tab === 'payload' && <PayloadTab key={props.task.id} {...props} />}
      {tab === 'attempts' && <AttemptsTab {...props} />}
      {tab === 'why' && <WhyTab {...props} />}
    </DrawerBody>
  )
}

/** Name, status and actions of the task, and the ways to the next one. */
function DrawerHead({
  task,
  run,
  selection,
  restarts,
  sheet,
  expand,
}: DrawerProps & { sheet: boolean; expand: { expanded: boolean; toggle(): void } | null }) {
  const [previous, next] = [selection.neighbour(-1), selection.neighbour(1)]
  const size = sheet ? ({ height: '10', minW: '10' } as const) : ({ size: 'sm', px: '1' } as const)
  return (
    <Box px="3.5" pt={sheet ? '0' : '2.5'} pb="1.5" flexShrink="0">
      <Flex align="flex-start" gap="2">
        <Box flex="1" minW="0">
          <Flex align="center" gap="2" wrap="wrap">
            <chakra.h2 fontSize="md" lineHeight="sm" fontWeight="semibold" overflowWrap="anywhere" minW="0">
              {task.name}
            </chakra.h2>
            <StatusBadge status={task.status} mark={markOfTask(task)} size="sm" />
          </Flex>
          <Box textStyle="mono" color="ink.3" truncate title={`${task.type} · ${task.alias}`}>
            {task.type} · {task.alias}
          </Box>
        </Box>
        <Flex flexShrink="0">
          {(!expand || expand.expanded) && (
            <>
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
      {isRestartable(task.status, run.status) && (!expand || expand.expanded) && (
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
          <Button
            size="sm"
            height={sheet ? '10' : undefined}
            aria-label={`${taskMessages.rerunWithAlias} of ${task.name}`}
            disabled={restarts.restarting !== null}
            onClick={() => restarts.restartWithAlias(task)}
          >
            {taskMessages.rerunWithAlias}
          </Button>
        </Flex>
      )}
    </Box>
  )
}
