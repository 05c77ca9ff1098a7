import { z } from 'zod'
import { listedMember } from '#shared/lib/people.ts'
import { variableNamePattern } from '#shared/lib/references.ts'
import { replacing } from '../keys/contract.ts'
import { authored, id, moment, text, unreadable } from '#shared/lib/wire.ts'

/** An app in lists and in answers to changes, without its secrets. */
export const app = z
  .object({
    _id: id,
    name: z.string(),
    description: z.string(),
    version: z.int(),
    ...authored,
  })
  .meta({ id: 'App' })
export type App = z.infer<typeof app>

/** Credentials of a program for one app: `Authorization: Basic base64(key:secret)`. */
export const appToken = z.object({
  _id: id,
  key: z.string(),
  secret: z.string(),
  unreadable,
  created: moment,
  createdBy: z.string().nullable(),
})
export type AppToken = z.infer<typeof appToken>

/** A value that the app's tasks read as `$var.{name}` in their inputs. */
export const appVariable = z.object({
  _id: id,
  name: z.string(),
  value: z.string(),
  unreadable,
  created: moment,
  createdBy: z.string().nullable(),
})
export type AppVariable = z.infer<typeof appVariable>

/** `GET apps/{id}` for users of the account. */
export const appWithSecrets = app.extend({
  tokens: z.array(appToken),
  variables: z.array(appVariable),
})
export type AppWithSecrets = z.infer<typeof appWithSecrets>

/** Maximum length of a variable's value, in characters. */
export const MAX_VARIABLE_LENGTH = 32 * 1024

/** `POST apps/{id}/token`; the body may be absent. */
export const tokenBody = z.object(replacing).default({})

/** `POST apps/{id}/variables`; both fields are trimmed and required. */
export const variableBody = z.object({
  name: text(100).regex(variableNamePattern, 'must hold letters, digits, _ and - only'),
  value: text(MAX_VARIABLE_LENGTH),
})
export type VariableBody = z.infer<typeof variableBody>

/** `POST apps`; both fields are required. */
export const appBody = z.object({ name: text(200), description: text(2000) })
export type AppBody = z.infer<typeof appBody>

/** `PUT apps?where=`: the fields to change. */
export const appPatchMany = appBody
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name or description')

/**
 * `PUT apps/{id}`: the fields to change. `version` is the version that the edit started from; without it the last
 * edit wins.
 */
export const appPatch = appBody
  .extend({ version: z.int() })
  .partial()
  .refine(({ name, description }) => name !== undefined || description !== undefined, {
    error: 'must set name or description',
  })
export type AppPatch = z.output<typeof appPatch>

/** Filters of `GET apps`. */
export const appFilters = z.object({
  name: z.string().optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/** Page size of the apps screen: one page for all apps. */
export const APP_LIST_SIZE = 9999

/** `GET` and `POST apps/{id}/collaborators`. */
export const collaboratorList = z.object({ collaborators: z.array(listedMember) })
export type CollaboratorList = z.infer<typeof collaboratorList>
