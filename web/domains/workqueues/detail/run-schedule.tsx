import { useQuery } from 'urql'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { paths } from '#web/paths.ts'
import { Fact } from '#web/ui/display/facts.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { TimeInZones } from '#web/ui/time/moment.tsx'
import { scheduleNameQuery } from './operations.ts'

/** Which schedule has started a run, and for which of its times. */
export function RunSchedule({
  appId,
  scheduleId,
  scheduledFor,
}: {
  appId: string
  scheduleId: string
  scheduledFor: string | null
}) {
  const [{ data }] = useQuery({ query: scheduleNameQuery, variables: { id: scheduleId } })
  return (
    <Fact label={texts.scheduled}>
      {/* A schedule that was deleted has no name any more. */}
      {data ? (
        <TextLink to={paths.schedule(appId, scheduleId)}>{data.schedule.name}</TextLink>
      ) : (
        texts.bySchedule
      )}
      {scheduledFor && (
        <>
          {` ${texts.forTime} `}
          <TimeInZones value={scheduledFor} />
        </>
      )}
    </Fact>
  )
}
