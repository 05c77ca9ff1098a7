import { z } from 'zod'
import { commaList, id, moment } from '#shared/lib/wire.ts'

export const auditResults = ['done', 'refused'] as const

/** A row of `GET audit`: who did what to what, when and from where. */
export const auditEntry = z.object({
  _id: id,
  at: moment,
  /** E-mail of a user, or what a program is called. */
  actor: z.string(),
  /** `create`, `update`, `delete`, `cancel`, `restart` and so on. */
  action: z.string(),
  /** Kind of the entity, in the singular. */
  entity: z.string(),
  /** Null for a change of many. */
  entityId: z.string().nullable(),
  /** Which part of the entity, where it is only a part; how many of which filters, for a change of many. */
  detail: z.string().nullable(),
  /** Address the call came from. */
  source: z.string().nullable(),
  result: z.enum(auditResults),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Filters of `GET audit`. */
export const auditFilters = z.object({
  actor: z.string().optional(),
  action: commaList.optional(),
  entity: commaList.optional(),
  entityId: id.optional(),
  result: z.enum(auditResults).optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})
