import { z } from 'zod'
import { commaList, id, moment, namedReference } from '#shared/lib/wire.ts'
import { lastUse } from '../usage/contract.ts'
import { keyKinds, keyStates, MAX_KEY_SEARCH } from './kinds.ts'

/** A row of `GET keys`: a credential of a program or of workers, without its secret. */
export const keyRow = z
  .object({
    _id: id,
    kind: z.enum(keyKinds),
    name: z
      .string()
      .describe('The public part of a token or an access key, the name of a private key or a start address'),
    app: namedReference.nullable().describe('The app of a token or a start address, else null'),
    worker: namedReference.nullable().describe('The worker of the keys of an alias, else null'),
    alias: z.string().nullable(),
    plan: namedReference.nullable().describe('The plan of a start address, whose id the row has, else null'),
    created: moment,
    createdBy: z.string().nullable(),
    expires: moment.nullable().describe('When it ends; null: it is valid until it is deleted'),
    oldUntil: moment
      .nullable()
      .describe('Of a start address: until when the secret before this one is valid too; null: it is not'),
    lastUsed: lastUse.nullable(),
    replacedBy: z
      .object({ _id: id, name: z.string(), at: moment })
      .nullable()
      .describe('The key that was made in its place, and when; this one stays valid beside it'),
  })
  .meta({ id: 'Key' })
export type KeyRow = z.infer<typeof keyRow>

/** Filters of `GET keys`; tokens are those of the apps whose secrets the caller may see. */
export const keyFilters = z.object({
  kind: commaList.pipe(z.array(z.enum(keyKinds))).optional(),
  state: z.enum(keyStates).optional(),
  search: z
    .string()
    .trim()
    .max(MAX_KEY_SEARCH)
    .optional()
    .describe("A part of the key's name or id, or of the name of what it is of"),
  appId: id.optional(),
  workerId: id.optional(),
  alias: z.string().optional(),
})

export const keySortKeys = ['expires', 'created', 'lastUsed'] as const

/** What the making of a key may say of the one that it is to take the place of. */
export const replacing = {
  replaces: id.optional().describe('The old key, which stays valid'),
  oldEnds: moment.optional().describe('When the old one ends; absent: when it is deleted, or as before'),
}

/** What a key is made in the place of; none where a body names nothing. */
export interface Replaced {
  id: string
  ends: Date | null
}

/** `POST workers/{id}/aliases/{alias}/accessKey`. */
export const accessKeyBody = z.strictObject({ oldEnds: replacing.oldEnds }).default({})
