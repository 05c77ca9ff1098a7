import { Box, Skeleton, Stack, Tabs } from '@chakra-ui/react'
import { lazy, Suspense, useState } from 'react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { runKeys } from '#shared/domains/workqueues/run-messages.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { useFeature } from '#web/lib/features.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { type DrawerTab, drawerTabs } from '../run-address.ts'
import { DrawerBody, Sheet, type SheetSize, SideDrawer } from './drawer-frame.tsx'
import type { DrawerProps, TabProps } from './drawer-props.ts'
import { DrawerHead } from './drawer-head.tsx'
import { LogTab } from './log-tab.tsx'
import { useTaskAttempts } from './use-task-attempts.ts'

const PayloadTab = lazy(async () => ({
  default: (await loadPart(() => import('./payload-tab.tsx'))).PayloadTab,
}))
const AttemptsTab = lazy(async () => ({
  default: (await loadPart(() => import('./attempts-tab.tsx'))).AttemptsTab,
}))
const WhyTab = lazy(async () => ({ default: (await loadPart(() => import('./why-tab.tsx'))).WhyTab }))

/** A task of a run beside its view, or as a sheet from below: log, inputs and result, attempts, cause. */
export function TaskDrawer({ sheet, ...props }: DrawerProps & { sheet: boolean }) {
  const { task, selection } = props
  const [size, setSize] = useState<SheetSize>('half')
  const attempts = useTaskAttempts(task)
  const tabs = useOfferedTabs()
  const tab = tabs.includes(selection.tab) ? selection.tab : 'log'
  const openTab = (next: DrawerTab) => {
    if (size === 'peek') setSize('half')
    selection.openTab(task.id, next)
  }
  const stepTab = (by: 1 | -1) => openTab(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!)
  useKeys({ ']': () => stepTab(1), '[': () => stepTab(-1) }, runKeys.drawer)
  const content = (
    <>
      <DrawerHead
        {...props}
        sheet={sheet}
        coversBanner={sheet && size === 'full'}
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
            <Suspense fallback={<TabPlace />}>
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

/** What a tab shows while its code loads: a sentence and a few lines. */
const TabPlace = () => (
  <Stack flex="1" px="3.5" py="3" gap="3">
    {['90%', '60%', '75%', '70%'].map((width) => (
      <Skeleton key={width} height="4" width={width} />
    ))}
  </Stack>
)

/** The tabs that this platform can fill. */
function useOfferedTabs(): DrawerTab[] {
  const offered = { log: true, payload: useFeature('payloads'), attempts: useFeature('attempts'), why: true }
  return drawerTabs.filter((tab) => offered[tab])
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
