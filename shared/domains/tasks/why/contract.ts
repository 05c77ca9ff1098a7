import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'

/** Why a task or a run is in its state. */
export const whyCodes = [
  'failed',
  'retrying',
  'busy',
  'nobody',
  'paused',
  'limit',
  'stalled',
  'waits',
  'held',
  'condition',
  'upstream',
  'late',
  'running',
  'cancelled',
] as const
export type WhyCode = (typeof whyCodes)[number]

/**
 * `rerunFailed`: restart all failed tasks of the run. `openQueue`: show the backlog of the task's type and alias. The
 * others are about the task that `taskId` names; `modifyAndRerun` is about the run.
 */
export const whyActions = [
  'rerun',
  'rerunFailed',
  'moveToAlias',
  'goToTask',
  'openTask',
  'showLog',
  'openQueue',
  'modifyAndRerun',
] as const

/** What fixes the state, or leads to what fixes it; `label` is the text of its button. */
export const whyAction = z.object({
  kind: z.enum(whyActions),
  label: z.string(),
  taskId: id
    .nullable()
    .describe('The task that the action is about; null when it is about several or about the run'),
})
export type WhyAction = z.infer<typeof whyAction>

export const why = z
  .object({
    code: z.enum(whyCodes),
    since: moment.nullable(),
    text: z.string().describe('One sentence with the names and numbers of this case'),
    short: z.string().describe('The same for narrow places'),
    action: whyAction.nullable(),
  })
  .meta({ id: 'Why' })
export type Why = z.infer<typeof why>
