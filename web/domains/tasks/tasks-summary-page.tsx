import { chakra, Flex, NativeSelect, Tabs } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { type ComponentType, useMemo, useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { summaryMessages } from '#shared/domains/tasks/summary-messages.ts'
import {
  summaryPeriods,
  summaryTabs,
  type SummaryPeriod,
  type SummaryTab,
} from '#shared/domains/tasks/constants.ts'
import { useFeature } from '#web/lib/features.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useApp } from '#web/lib/current-app.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { paths } from '#web/paths.ts'
import { ListSearch } from '#web/ui/form/list-search.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { SummarySums } from './summary/summary-sums.tsx'
import { formatSummaryParams, MAX_SUMMARY_SEARCH, parseSummaryParams } from './summary/summary-params.ts'
import { SUMMARY_STEP, summaryColumns, SummaryTable } from './summary/summary-table.tsx'
import { foundTasks } from './summary/found-tasks.ts'
import { useChosenFailed } from './summary/use-chosen-failed.ts'
import type { ChosenTasks } from './list/chosen-tasks.ts'
import { useTasksSummary, type SummaryRead, type SummaryTask } from './summary/use-summary.ts'
import { useRestartTask } from './mutations.ts'
import { ReadTime, RefreshButton } from '#web/ui/page/read-time.tsx'

interface TasksSummaryPageProps {
  /** What can be done with chosen failed tasks; without it, or without the feature that it needs, none can be chosen. */
  Actions?: ComponentType<{ chosen: ChosenTasks; onChanged(): void }>
}

/** The running, queued and failed tasks of an app, searched by words; failed ones can be restarted, one or many. */
export function TasksSummaryPage({ Actions }: TasksSummaryPageProps) {
  const app = useApp()
  const [query, change] = useQueryState(parseSummaryParams, formatSummaryParams)
  const summary = useTasksSummary(app.id, query.dateRange)
  useFailToast(taskMessages.loadListFailed, summary.error)
  const { restarting, restart } = useRestart(summary.reads.failed.data?.tasksSummary, summary.refresh)
  const found = useFound(summary.reads, query.search)
  const [drawn, setDrawn] = useState(SUMMARY_STEP)
  const chosen = useChosenFailed(found.failed, drawn)
  const { mayChange } = useRights()
  const mayChoose = useFeature('failures') && mayChange && Actions !== undefined && query.tab === 'failed'
  const choose = (tab: SummaryTab) => {
    change({ tab })
    setDrawn(SUMMARY_STEP)
    summary.reads[tab].reread()
  }
  const search = (text: string) => change({ search: text })
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Apps', to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id) },
        ]}
        title={summaryMessages.title}
        badge={<ReadTime readAt={summary.readAt} failing={summary.failing} regular />}
        actions={<RefreshButton reading={summary.reading} onClick={summary.refresh} />}
      />
      <Flex align="center" wrap="wrap" columnGap="4" rowGap="2" mb="2" minH="8">
        <ListSearch
          label={summaryMessages.search}
          maxLength={MAX_SUMMARY_SEARCH}
          value={query.search}
          onSearch={search}
        />
        <PeriodSelect value={query.dateRange} onChange={(dateRange) => change({ dateRange })} />
        {mayChoose && chosen.tasks.length > 0 ? (
          <Actions chosen={chosen} onChanged={summary.refresh} />
        ) : (
          <SummarySums appId={app.id} reads={summary.reads} readAt={summary.readAt} />
        )}
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
              {label} <Count read={summary.reads[tab]} found={found[tab].length} />
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
              found={found[tab]}
              drawn={drawn}
              onDraw={setDrawn}
              search={query.search}
              onClear={() => search('')}
              selection={mayChoose ? chosen.selection : undefined}
            />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  )
}

const noTasks: readonly SummaryTask[] = []

/** The tasks of each list that the search finds. */
function useFound({ running, queued, failed }: Record<SummaryTab, SummaryRead>, search: string) {
  const [runs, waits, fails] = [running.data, queued.data, failed.data]
  return useMemo(
    () => ({
      running: foundTasks(runs?.tasksSummary ?? noTasks, search),
      queued: foundTasks(waits?.tasksSummary ?? noTasks, search),
      failed: foundTasks(fails?.tasksSummary ?? noTasks, search),
    }),
    [runs, waits, fails, search],
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
      {summaryMessages.period}
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

/** The number of tasks of a tab that the search finds: dots while it is loading, a dash where it could not be read. */
function Count({ read: { data, failure }, found }: { read: SummaryRead; found: number }) {
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
      {data ? found : failure ? '-' : '…'}
    </chakra.span>
  )
}
