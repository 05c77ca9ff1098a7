import { Box, Button, Flex, Grid, Skeleton } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useShownZone } from '#web/lib/settings/time-zone.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { TWO_COLUMNS_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { ListSearch } from '#web/ui/form/list-search.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { ResultLegend } from './list/results.tsx'
import { ScheduleListTable } from './list/schedule-list-table.tsx'
import { scheduleListQuery, type ScheduleInList } from './operations.ts'
import { ScheduleDialogs, type ScheduleQuestion } from './schedule-dialogs.tsx'
import { formatSchedules, NEW_SCHEDULE, parseSchedules } from './schedule-params.ts'

const ScheduleEditor = lazyPart(
  async () => (await import('./editor/schedule-editor.tsx')).ScheduleEditor,
  () => <Skeleton height="420px" borderRadius="lg" role="status" aria-label={texts.loadingForm} />,
)

type StateChoice = 'all' | 'paused' | 'missed'

/** The schedules of an app, and one of them in its editor. */
export function ScheduleListPage() {
  const { id: appId, name } = useApp()
  const { mayChange } = useRights()
  const [query, change] = useQueryState(parseSchedules, formatSchedules)
  const [mine, setMine] = useState(false)
  const [asking, setAsking] = useState<ScheduleQuestion>(null)
  const zone = useShownZone()
  const { schedule, planId, search, ...shown } = query
  const isOpen = schedule !== null
  const read = useLastRead(scheduleListQuery, { appId, ...shown, search: search || null })
  const { readAt, failing } = useRegularReread(isOpen ? [] : [read])
  const list = read.data?.schedules
  // Beside the editor the list is too narrow for a table below this width: the editor takes its place.
  const alone = useNarrowerThan(TWO_COLUMNS_PX)
  // The whole address: a link that is only a query is added to the address of the page that is being opened.
  const toOf = ({ id }: ScheduleInList) =>
    paths.schedules(appId, formatSchedules({ ...query, schedule: id, planId: null }))
  const create = () => change({ schedule: NEW_SCHEDULE })
  const ask = (what: NonNullable<ScheduleQuestion>['what']) => (subject: ScheduleInList) =>
    setAsking({ what, schedule: subject })
  const clear = () => change({ page: 1, search: '', state: null })
  return (
    <>
      <PageHead
        crumbs={[
          { label: texts.apps, to: paths.apps() },
          { label: name, to: paths.app(appId) },
          { label: texts.title },
        ]}
        title={texts.title}
        badge={
          <Flex gap="3" align="center" wrap="wrap">
            {isOpen ? (
              <Box as="span" textStyle="xs" color="ink.3" fontWeight="medium">
                {texts.pausedList}
              </Box>
            ) : (
              <ReadTime readAt={readAt} failing={failing} regular onReadAgain={read.reread} />
            )}
            {list && (
              <Box color="ink.2">
                {texts.summary(list.counts.all ?? 0, list.counts.paused ?? 0)}
                {(list.counts.missed ?? 0) > 0 && (
                  <Box as="span" color="status.retry.fg" fontWeight="medium">
                    {`, ${texts.missedCount(list.counts.missed ?? 0)}`}
                  </Box>
                )}
              </Box>
            )}
          </Flex>
        }
        actions={
          mayChange && (
            <CreateAnother read={read} total={list && (list.counts.all ?? 0)}>
              <Button variant={isOpen ? 'outline' : 'solid'} onClick={create}>
                <Plus /> {texts.new}
              </Button>
            </CreateAnother>
          )
        }
      />
      <Grid
        templateColumns={isOpen && !alone ? 'minmax(0, 1fr) 420px' : 'minmax(0, 1fr)'}
        gap="3.5"
        alignItems="start"
      >
        {!(isOpen && alone) && (
          <Box minW="0">
            <Filters
              state={(query.state ?? 'all') as StateChoice}
              search={search}
              counts={list?.counts}
              mine={mine}
              zone={zone}
              onState={(state) => change({ page: 1, state: state === 'all' ? null : state })}
              onSearch={(next) => change({ page: 1, search: next })}
              onMine={setMine}
            />
            <ScheduleListTable
              label={texts.title}
              read={read}
              page={list}
              paging={shown}
              onPage={change}
              mine={mine}
              narrow={isOpen}
              open={schedule}
              filtered={search !== '' || query.state !== null}
              onClear={clear}
              toOf={toOf}
              onPause={ask('pause')}
              onBackfill={ask('backfill')}
              onNew={create}
            />
            {(list?.total ?? 0) > 0 && (
              <Flex justify="space-between" gap="3" wrap="wrap" mt="2.5" px="1">
                <ResultLegend />
                {list?.next && (
                  <Box textStyle="xs" color="ink.2">
                    {texts.comesFirst(list.next.name)}
                    <RelativeTime value={list.next.at} />
                  </Box>
                )}
              </Flex>
            )}
          </Box>
        )}
        {schedule !== null && (
          <ScheduleEditor
            key={schedule}
            appId={appId}
            id={schedule}
            planId={planId}
            // Back must not lead to the form of what was just made.
            onSaved={(id) => change({ schedule: id, planId: null }, true)}
            onClose={() => change({ schedule: null, planId: null })}
            onTrigger={ask('trigger')}
            onTimes={ask('times')}
            onBackfill={ask('backfill')}
          />
        )}
      </Grid>
      <ScheduleDialogs asking={asking} mine={mine} onClose={() => setAsking(null)} />
    </>
  )
}

/** What the list is about; a part that another user must see is in the address. */
function Filters({
  state,
  search,
  counts,
  mine,
  zone,
  onState,
  onSearch,
  onMine,
}: {
  state: StateChoice
  search: string
  counts: { all: number | null; paused: number | null; missed: number | null } | undefined
  mine: boolean
  zone: string
  onState(state: StateChoice): void
  onSearch(search: string): void
  onMine(mine: boolean): void
}) {
  const states = [
    { value: 'all', label: texts.all, ...countOf(counts?.all) },
    { value: 'paused', label: texts.paused, ...countOf(counts?.paused) },
    { value: 'missed', label: texts.missed, ...countOf(counts?.missed) },
  ] as const
  return (
    <Flex gap="2" mb="3.5" wrap="wrap" align="center">
      <ListSearch label={texts.search} value={search} onSearch={onSearch} />
      <Segments<StateChoice> label={texts.state} options={states} value={state} onChange={onState} />
      <Segments<'own' | 'mine'>
        label={texts.zones}
        options={[
          { value: 'own', label: texts.ownZones },
          { value: 'mine', label: texts.myZone(zone) },
        ]}
        value={mine ? 'mine' : 'own'}
        onChange={(value) => onMine(value === 'mine')}
      />
    </Flex>
  )
}

const countOf = (count: number | null | undefined) => (typeof count === 'number' ? { count } : {})
