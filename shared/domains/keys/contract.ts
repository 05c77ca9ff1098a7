import { z } from 'zod'
import { commaList, id, moment, namedReference } from '#shared/lib/wire.ts'
import { lastUse } from '../usage/contract.ts'
import { keyKinds, keyStates, MAX_KEY_SEARCH } from './kinds.ts'

/** A row of `GET keys`: a credential of a program or of workers, without its secret. */
export const keyRow = z
  .object({
    _id: id,
    kind: z.enum(keyKinds),
    /** The public part of a token or an access key, the name of a private key or a start address. */
    name: z.string(),
    /** Of a token, and of a start address, whose runs it has. */
    app: namedReference.nullable(),
    /** Of the keys of an alias. */
    worker: namedReference.nullable(),
    alias: z.string().nullable(),
    /** Of a start address, which is the row's `_id`. */
    plan: namedReference.nullable(),
    created: moment,
    createdBy: z.string().nullable(),
    /** Null: it is valid until it is deleted. */
    expires: moment.nullable(),
    /** Of a start address: until when the secret before this one is valid too; null: it is not. */
    oldUntil: moment.nullable(),
    lastUsed: lastUse.nullable(),
    /** The key that was made in its place, and when; this one stays valid beside it. */
    replacedBy: z.object({ _id: id, name: z.string(), at: moment }).nullable(),
  })
  .meta({ id: 'Key' })
export type KeyRow = z.infer<typeof keyRow>

/** Filters of `GET keys`; tokens are those of the apps whose secrets the caller may see. */
export const keyFilters = z.object({
  kind: commaList.pipe(z.array(z.enum(keyKinds))).optional(),
  state: z.enum(keyStates).optional(),
  /** A part of the key's name or id, or of the name of what it is of. */
  search: z.string().trim().max(MAX_KEY_SEARCH).optional(),
  appId: id.optional(),
  workerId: id.optional(),
  alias: z.string().optional(),
})

export const keySortKeys = ['expires', 'created', 'lastUsed'] as const

/** What the making of a key may say of the one that it is to take the place of. */
export const replacing = {
  /** The old one, which stays valid. */
  replaces: id.optional(),
  /** When the old one ends; absent: when it is deleted, or as before. */
  oldEnds: moment.optional(),
}

/** What a key is made in the place of; none where a body names nothing. */
export interface Replaced {
  id: string
  ends: Date | null
}

/** `POST workers/{id}/aliases/{alias}/accessKey`. */
export const accessKeyBody = z.strictObject({ oldEnds: replacing.oldEnds }).default({})
