import { chakra, Flex, NativeSelect, Tabs } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import {
  summaryPeriods,
  summaryTabs,
  type SummaryPeriod,
  type SummaryTab,
} from '#shared/domains/tasks/constants.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { lastListQuery } from '#web/lib/list-address.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { summaryColumns } from './summary/summary-table.tsx'
import { SummarySums } from './summary/summary-sums.tsx'
import { formatSummaryParams, parseSummaryParams } from './summary/summary-params.ts'
import { SummaryTable } from './summary/summary-table.tsx'
import { useTasksSummary, type SummaryRead, type SummaryTask } from './summary/use-summary.ts'
import { useRestartTask } from './mutations.ts'
import { ReadTime, RefreshButton } from '#web/ui/page/read-time.tsx'

/** The running, queued and failed tasks of an app; failed ones can be restarted. */
export function TasksSummaryPage() {
  const app = useApp()
  const [query, change] = useQueryState(parseSummaryParams, formatSummaryParams)
  const summary = useTasksSummary(app.id, query.dateRange)
  useFailToast(taskMessages.loadListFailed, summary.error)
  const { restarting, restart } = useRestart(summary.reads.failed.data?.tasksSummary, summary.refresh)
  const choose = (tab: SummaryTab) => {
    change({ tab })
    summary.reads[tab].reread()
  }
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Apps', to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id, lastListQuery(app.id)) },
        ]}
        title={taskMessages.summaryTitle}
        badge={<ReadTime readAt={summary.readAt} failing={summary.failing} />}
        actions={<RefreshButton reading={summary.reading} onClick={summary.refresh} />}
      />
      <Flex align="center" wrap="wrap" columnGap="5" rowGap="1" mb="2">
        <PeriodSelect value={query.dateRange} onChange={(dateRange) => change({ dateRange })} />
        <SummarySums appId={app.id} reads={summary.reads} readAt={summary.readAt} />
      </Flex>
      <Tabs.Root
        value={query.tab}
        onValueChange={({ value }) => choose(value as SummaryTab)}
        lazyMount
        unmountOnExit
      >
        <Tabs.List>
          {summaryTabs.map(({ tab, label }) => (
            <Tabs.Trigger key={tab} value={tab}>
              {label} <Count read={summary.reads[tab]} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {summaryTabs.map(({ tab, label }) => (
          <Tabs.Content key={tab} value={tab}>
            <SummaryTable
              appId={app.id}
              tab={tab}
              label={label}
              columns={summaryColumns(tab, { appId: app.id, restarting, restart })}
              read={summary.reads[tab]}
            />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  )
}

/** Restarts one task at a time, and reads all lists again afterwards. */
function useRestart(tasks: SummaryTask[] | undefined, refresh: () => void) {
  const [restarting, setRestarting] = useState<string | null>(null)
  const { run } = useRestartTask(
    (id) => tasks?.find((task) => task.id === id)?.name ?? id,
    () => taskMessages.restartFailed,
  )
  const restart = async ({ id }: SummaryTask) => {
    setRestarting(id)
    const done = await run({ id })
    setRestarting(null)
    if (done) refresh()
  }
  return { restarting, restart: (task: SummaryTask) => void restart(task) }
}

function PeriodSelect({ value, onChange }: { value: SummaryPeriod; onChange(value: SummaryPeriod): void }) {
  const choose = (text: string) => {
    const period = summaryPeriods.find(({ days }) => String(days) === text)
    if (period) onChange(period.days)
  }
  return (
    <chakra.label display="inline-flex" alignItems="center" gap="2" color="ink.2">
      {taskMessages.period}
      <NativeSelect.Root>
        <NativeSelect.Field
          minH={{ base: '10', sm: '8' }}
          value={value}
          onChange={(event) => choose(event.target.value)}
        >
          {summaryPeriods.map(({ days, label }) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator>
          <ChevronDown />
        </NativeSelect.Indicator>
      </NativeSelect.Root>
    </chakra.label>
  )
}

/** The number of tasks of a tab: dots while it is loading, a dash where it could not be read. */
function Count({ read: { data, failure } }: { read: SummaryRead }) {
  return (
    <chakra.span
      minW="5"
      px="1.5"
      borderRadius="full"
      bg="pressed"
      color="ink.2"
      textStyle="xs"
      textAlign="center"
      fontVariantNumeric="tabular-nums"
    >
      {data?.tasksSummary.length ?? (failure ? '-' : '…')}
    </chakra.span>
  )
}
