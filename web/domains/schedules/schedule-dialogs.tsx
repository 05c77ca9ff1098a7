import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { ScheduleInList } from './operations.ts'

const PauseDialog = lazyPart(
  async () => (await import('./dialogs/pause-dialog.tsx')).PauseDialog,
  () => null,
)
const TriggerDialog = lazyPart(
  async () => (await import('./dialogs/trigger-dialog.tsx')).TriggerDialog,
  () => null,
)
const BackfillDialog = lazyPart(
  async () => (await import('./dialogs/backfill-dialog.tsx')).BackfillDialog,
  () => null,
)
const TimesDialog = lazyPart(
  async () => (await import('./dialogs/times-dialog.tsx')).TimesDialog,
  () => null,
)

/** What is asked about a schedule; null: nothing. */
export type ScheduleQuestion = {
  what: 'pause' | 'trigger' | 'backfill' | 'times'
  schedule: ScheduleInList
} | null

/** The dialog that is open, loaded when it is first asked for. */
export function ScheduleDialogs({
  asking,
  mine,
  onClose,
}: {
  asking: ScheduleQuestion
  /** Times in the zone of the user. */
  mine: boolean
  onClose(): void
}) {
  if (!asking) return null
  const { what, schedule } = asking
  const common = { schedule, onClose }
  if (what === 'pause') return <PauseDialog {...common} key={schedule.id} />
  if (what === 'trigger') return <TriggerDialog {...common} key={schedule.id} />
  if (what === 'backfill') return <BackfillDialog {...common} key={schedule.id} mine={mine} />
  return <TimesDialog {...common} key={schedule.id} mine={mine} />
}
