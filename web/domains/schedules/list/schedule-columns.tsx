import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { userName } from '#shared/lib/email.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useNow } from '#web/lib/use-time.ts'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { oneLine } from '#web/ui/table/cells.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatMoment } from '#web/ui/time/moment.tsx'
import type { ScheduleInList } from '../operations.ts'
import { ScheduleResults } from './results.tsx'
import { clockOf, nextWords } from './time-words.ts'

export interface ScheduleColumnOptions {
  /** Times in the zone of the user. */
  mine: boolean
  /** The address of its editor. */
  toOf(schedule: ScheduleInList): string
  onPause(schedule: ScheduleInList): void
  onResume(schedule: ScheduleInList): void
  /** The editor stands beside the list. */
  narrow: boolean
  /** The schedule in the editor; null for none. */
  open: string | null
  /** The list beside the editor has no room for past results. */
  tight: boolean
  isPhone: boolean
}

/** A second line. Beside the editor all rows have one height: what is cut there is its title. */
function Second({ text, narrow, children = text }: { text: string; narrow: boolean; children?: ReactNode }) {
  return (
    <Box
      textStyle="xs"
      fontWeight="normal"
      color="ink.2"
      overflowWrap="anywhere"
      {...(narrow && { ...oneLine, title: text })}
    >
      {children}
    </Box>
  )
}

/** What runs, when, when next, how it went, whose it is, and whether it is on. */
export function scheduleColumns({
  mine,
  toOf,
  onPause,
  onResume,
  narrow,
  open,
  tight,
  isPhone,
}: ScheduleColumnOptions): Column<ScheduleInList>[] {
  return [
    {
      key: 'name',
      header: texts.name,
      primary: true,
      fixed: true,
      sortable: 'ascending',
      render: (schedule) => (
        <>
          <TextLink
            to={toOf(schedule)}
            aria-current={schedule.id === open ? 'true' : undefined}
            {...(narrow && { ...oneLine, display: { md: 'block' }, title: schedule.name })}
          >
            {schedule.name}
          </TextLink>
          <Second
            narrow={narrow}
            text={[schedule.planName === schedule.name ? '' : schedule.planName, inputWords(schedule.inputs)]
              .filter(Boolean)
              .join(' · ')}
          />
        </>
      ),
    },
    {
      key: 'when',
      header: texts.when,
      // Of most expressions and zones one line.
      width: narrow ? '210px' : '22%',
      fixed: narrow,
      card: 'first',
      render: ({ words, cron, timeZone }) => (
        <>
          <Box {...(narrow && { ...oneLine, title: words })}>{words}</Box>
          <Second narrow={narrow} text={`${cron} · ${timeZone}`}>
            <Box as="span" fontFamily="mono">
              {cron}
            </Box>
            {` · ${timeZone}`}
          </Second>
        </>
      ),
    },
    {
      key: 'nextAt',
      header: texts.next,
      card: 'line',
      width: narrow ? '124px' : '15%',
      sortable: 'ascending',
      render: (schedule) => <NextTimes schedule={schedule} mine={mine} />,
    },
    {
      key: 'last',
      header: texts.last,
      card: 'start',
      width: '146px',
      noRoom: tight,
      render: ({ appId, last, timeZone }) => (
        <ScheduleResults appId={appId} last={last} clock={clockOf(timeZone, mine)} />
      ),
    },
    {
      key: 'overlap',
      header: texts.ifRunning,
      width: '140px',
      noRoom: narrow || isPhone,
      render: ({ overlap }) => (
        <span title={texts.overlapMeans[overlap]}>{texts.overlapChoices[overlap] ?? overlap}</span>
      ),
    },
    {
      key: 'owner',
      header: texts.owner,
      card: 'end',
      width: '120px',
      noRoom: narrow,
      render: ({ createdBy }) =>
        createdBy ? (
          <Flex as="span" display="inline-flex" align="center" gap="1.5" minW="0" title={createdBy}>
            <Avatar email={createdBy} />
            <Box as="span" truncate>
              {userName(createdBy)}
            </Box>
          </Flex>
        ) : (
          '-'
        ),
    },
    {
      key: 'on',
      header: texts.on,
      width: '62px',
      card: 'head',
      render: (schedule) => <OnSwitch schedule={schedule} onPause={onPause} onResume={onResume} />,
    },
  ]
}

/** `month=previous region=EU`: the first inputs. */
function inputWords(inputs: unknown): string {
  if (typeof inputs !== 'object' || inputs === null) return ''
  return Object.entries(inputs)
    .slice(0, 2)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')
}

function NextTimes({ schedule, mine }: { schedule: ScheduleInList; mine: boolean }) {
  const now = useNow(10_000)
  const { paused, timeZone } = schedule
  if (paused)
    return (
      <>
        <Box as="span" color="status.notstarted.fg" fontWeight="medium">
          {texts.paused.toLowerCase()}
        </Box>
        <Box textStyle="xs" color="ink.2" title={paused.reason} overflowWrap="anywhere">
          {[
            paused.by ? userName(paused.by) : texts.pausedBy(null),
            paused.at && formatMoment(new Date(paused.at), new Date(now)),
          ]
            .filter(Boolean)
            .join(', ')}
        </Box>
      </>
    )
  const { first, then } = nextWords(schedule.next, clockOf(timeZone, mine), now)
  if (first === null)
    return (
      <Box as="span" color="ink.2">
        {texts.noNext}
      </Box>
    )
  return (
    <>
      <time dateTime={schedule.next[0]}>{first}</time>
      {then && <Box textStyle="xs" color="ink.2">{`${texts.then} ${then}`}</Box>}
    </>
  )
}

/** Off asks for a reason. */
function OnSwitch({
  schedule,
  onPause,
  onResume,
}: { schedule: ScheduleInList } & Pick<ScheduleColumnOptions, 'onPause' | 'onResume'>) {
  const { mayChange } = useRights()
  if (schedule.state === 'ended')
    return (
      <Box as="span" color="ink.2">
        {texts.ended.toLowerCase()}
      </Box>
    )
  const isOn = schedule.paused === null
  return (
    <Switch
      checked={isOn}
      disabled={!mayChange}
      label=""
      name={texts.onSwitch(schedule.name)}
      onChange={() => (isOn ? onPause(schedule) : onResume(schedule))}
    />
  )
}
