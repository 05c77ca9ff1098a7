import { Box, Button, chakra } from '@chakra-ui/react'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { ScheduleDetail } from './operations.ts'
import { draftOfSchedule, type DraftField, type ScheduleDraft } from './schedule-draft.ts'

const labels: Readonly<Partial<Record<DraftField, string>>> = {
  planId: texts.plan,
  name: texts.name,
  cron: texts.cron,
  timeZone: texts.timeZone,
  state: texts.initialState,
  overlap: texts.overlap,
  catchUp: texts.catchUp,
  within: texts.within,
  jitter: texts.jitter,
  startAt: texts.startAt,
  endAt: texts.endAt,
  pauseAfter: texts.pauseAfter,
  priority: texts.priority,
}

/** Another user has saved the schedule meanwhile: what differs, and a choice between both. */
export function ScheduleClashDialog({
  theirs,
  draft,
  saving,
  onClose,
  onTake,
  onKeep,
}: {
  theirs: ScheduleDetail
  draft: ScheduleDraft
  saving: boolean
  onClose(): void
  onTake(): void
  onKeep(): void
}) {
  const stored = draftOfSchedule(theirs)
  const differing = (Object.keys(stored) as DraftField[]).filter((field) => stored[field] !== draft[field])
  return (
    <Dialog
      title={texts.theirsTitle}
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button onClick={onTake}>{texts.takeTheirs}</Button>
          <Button variant="solid" loading={saving} onClick={onKeep}>
            {texts.keepMine}
          </Button>
        </>
      }
    >
      <Box color="ink.2">{texts.theirsText(theirs.updatedBy)}</Box>
      <chakra.table
        width="full"
        mt="3"
        css={{ '& :is(th, td)': { py: '1', pe: '3', textAlign: 'start', verticalAlign: 'top' } }}
      >
        <thead>
          <chakra.tr color="ink.2" textStyle="xs">
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.theirs}</th>
            <th scope="col">{texts.yours}</th>
          </chakra.tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field}>
              <chakra.th scope="row" fontWeight="medium">
                {labels[field]}
              </chakra.th>
              <chakra.td overflowWrap="anywhere">{String(stored[field] ?? '-')}</chakra.td>
              <chakra.td overflowWrap="anywhere">{String(draft[field] ?? '-')}</chakra.td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Dialog>
  )
}
