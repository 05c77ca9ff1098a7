import { Box, Button, Flex } from '@chakra-ui/react'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import type { PagingQuery } from '#web/lib/paging.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { ScheduleListTable } from './list/schedule-list-table.tsx'
import { scheduleAppsQuery, scheduleListQuery, type ScheduleInList } from './operations.ts'
import { ScheduleDialogs, type ScheduleQuestion } from './schedule-dialogs.tsx'
import { formatSchedules, NEW_SCHEDULE, parseSchedules } from './schedule-params.ts'

/** The schedules of a plan, of all apps; each opens in its app. */
export function PlanSchedules({
  planId,
  lastAppId,
  choosing,
  onChoosing,
}: {
  planId: string
  /** The app in which the plan ran last; needed while the app of a new schedule is chosen. */
  lastAppId: string | null | undefined
  choosing: boolean
  onChoosing(choosing: boolean): void
}) {
  const [paging, setPaging] = useState<PagingQuery>({ page: 1, perPage: DEFAULT_PAGE_SIZE })
  const [asking, setAsking] = useState<ScheduleQuestion>(null)
  const read = useLastRead(scheduleListQuery, { planId, ...paging })
  const list = read.data?.schedules
  const { readAt, failing } = useRegularReread([read])
  const toOf = ({ id, appId }: ScheduleInList) => (appId ? paths.schedule(appId, id) : '')
  const isEmpty = list?.total === 0 && paging.page === 1
  return (
    <Panel
      title={texts.title}
      padded={isEmpty}
      aside={
        <Flex align="center" gap="3" wrap="wrap" justify="end">
          <ReadTime readAt={readAt} failing={failing} regular onReadAgain={read.reread} />
          <IfMayChange>
            <Button size="sm" minH={{ base: '10', sm: '7' }} onClick={() => onChoosing(true)}>
              <CalendarPlus /> {texts.new}
            </Button>
          </IfMayChange>
        </Flex>
      }
    >
      {isEmpty ? (
        <Flex color="ink.2">{texts.noneOfPlan}</Flex>
      ) : (
        <ScheduleListTable
          label={texts.ofPlan}
          read={read}
          page={list}
          paging={paging}
          onPage={setPaging}
          mine={false}
          ofPlan
          filtered={false}
          onClear={() => setPaging({ ...paging, page: 1 })}
          toOf={toOf}
          onPause={(schedule) => setAsking({ what: 'pause', schedule })}
          onBackfill={(schedule) => setAsking({ what: 'backfill', schedule })}
        />
      )}
      <ScheduleDialogs asking={asking} mine={false} onClose={() => setAsking(null)} />
      {choosing && <ChooseApp planId={planId} lastAppId={lastAppId} onClose={() => onChoosing(false)} />}
    </Panel>
  )
}

/** Asks for the app of a new schedule, at first the one in which the plan ran last, and opens its editor there. */
function ChooseApp({
  planId,
  lastAppId,
  onClose,
}: {
  planId: string
  lastAppId: string | null | undefined
  onClose(): void
}) {
  const navigate = useNavigate()
  const [{ data, fetching }] = useQuery({ query: scheduleAppsQuery })
  const [chosen, setChosen] = useState<string | null>(null)
  const apps = data?.apps ?? []
  const usual = apps.length === 1 ? apps[0] : apps.find(({ id }) => id === lastAppId)
  const appId = chosen ?? usual?.id ?? null
  const open = () => {
    if (appId === null) return
    const query = { ...parseSchedules(new URLSearchParams()), schedule: NEW_SCHEDULE, planId }
    void navigate(paths.schedules(appId, formatSchedules(query)))
  }
  return (
    <FormDialog
      title={texts.new}
      open
      onClose={onClose}
      confirmLabel={texts.goOn}
      onConfirm={open}
      confirmDisabled={appId === null}
    >
      <Box color="ink.2">{texts.chooseApp}</Box>
      <ChoiceField
        label={texts.app}
        choices={apps.map(({ id, name }) => ({ value: id, label: name }))}
        value={appId}
        onChange={setChosen}
        loading={fetching && !data}
        required
      />
    </FormDialog>
  )
}
