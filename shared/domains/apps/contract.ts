import { z } from 'zod'
import { id, moment, text } from '../../lib/wire.ts'

/** An app as the platform answers it. Secrets are never part of it. */
export const app = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  created: moment,
  createdBy: z.string().nullable(),
  updated: moment,
  updatedBy: z.string().nullable(),
})
export type App = z.infer<typeof app>

/** `POST apps`, and `PUT apps/{id}`: Name and Description are both required (spec section 5). */
export const appBody = z.object({ name: text(200), description: text(2000) })
export type AppBody = z.infer<typeof appBody>

/** Filters of `GET apps`. */
export const appFilters = z.object({
  name: z.string().optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/** Rows of the apps screen: one page that holds them all (spec section 7). */
export const APP_LIST_SIZE = 9999
