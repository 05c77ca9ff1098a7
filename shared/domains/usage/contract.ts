import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'
import { useKinds } from './kinds.ts'

/** One use by its name, with what its address is made of. */
export const usedBy = z.object({
  _id: z.string().describe('Of a `poller` the name of its host'),
  name: z.string(),
  within: z
    .string()
    .optional()
    .describe('The name of what it is part of: the run of a task, the cluster of a deployment'),
  appId: id.optional(),
  workqueueId: id.optional(),
  clusterId: id.optional(),
})
export type UsedBy = z.infer<typeof usedBy>

/** The uses of one kind. */
export const use = z.object({
  /**
   * - `task`, `waiting`: tasks that run on it, and that wait in its queues or for their next attempt; of a variable those
   *   that wait and read it
   * - `run`: runs under way of a plan; of anything else those with a task for it that is still to come
   * - `schedule`, `hook`: the schedules and start addresses of a plan
   * - `poller`: worker processes that poll its queues
   * - `deployment`, `plan`: those that run it, and that name it in their tasks
   * - `key`: the valid private keys of an alias; of a key the other valid ones beside it
   */
  kind: z.enum(useKinds),
  /** At most `MAX_USES`. */
  count: z.int().describe('How many, up to a limit'),
  more: z.boolean().describe('There are more than are counted'),
  /** The first `NAMED_USES`. */
  first: z.array(usedBy).describe('The first of them, by name'),
})
export type Use = z.infer<typeof use>

/** When a credential was used last, to about a minute, and from which host or address. */
export const lastUse = z.object({ at: moment, by: z.string() })
export type LastUse = z.infer<typeof lastUse>

/** `GET {entity}/usage`: what its change or its deletion affects. */
export const usage = z
  .object({
    /** In the order of `useKinds`. */
    uses: z.array(use).describe('By kind; kinds without any are left out'),
    lastUsed: lastUse.nullable().optional().describe('Of a token or a key; null: it was never used'),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof usage>
