import { z } from 'zod'
import { checkSchema } from '#shared/lib/json-schema/check-schema.ts'
import { jsonObject } from '#shared/lib/json.ts'
import {
  authored,
  id,
  listSearch,
  moment,
  namedReference,
  optionalText,
  queryFlag,
  reference,
  text,
  unreadable,
} from '#shared/lib/wire.ts'
import { replacing } from '../keys/contract.ts'

export const workerStatuses = ['active', 'deleted'] as const

/**
 * A key that signs reports. Its public half is stored; its private half is only in the answer that created
 * it.
 */
export const privateKey = z
  .object({
    _id: id,
    jwtId: id.describe('`kid` of the tokens that it signs; the same as `_id`'),
    name: z.string(),
    createdAt: moment,
    expiresAt: moment,
  })
  .meta({ id: 'PrivateKey' })
export type PrivateKey = z.infer<typeof privateKey>

/**
 * `PUT workers/{id}/aliases/{alias}/jwt`: with the private half as PEM (PKCS 8, Ed25519), which no other
 * answer contains.
 */
export const newPrivateKey = privateKey.extend({ privateKey: z.string() })
export type NewPrivateKey = z.infer<typeof newPrivateKey>

/** An alias in a list of workers. */
export const listedAlias = z.object({
  _id: id,
  name: z.string(),
  lastPoll: moment.nullable().describe('When its queue was last polled, to about ten seconds; null: never'),
})
export type ListedAlias = z.infer<typeof listedAlias>

/** An alias of one worker: its queue, the access key of the queue, and the keys that sign reports. */
export const alias = listedAlias
  .extend({
    accessKeyId: z.string(),
    secretAccessKey: z.string(),
    unreadable,
    queueUrl: z.string(),
    privateKeys: z.array(privateKey),
  })
  .meta({ id: 'Alias' })
export type Alias = z.infer<typeof alias>

/**
 * A worker in lists and in answers to changes, without secrets; in lists `teamId` is an id unless
 * `populateTeamId=true`.
 */
export const worker = z
  .object({
    _id: id,
    name: z.string(),
    description: z.string(),
    type: z.string().describe('`task.{team namespace}.{type}`: the type of the tasks that it runs'),
    status: z.enum(workerStatuses),
    teamId: z.union([id, namedReference]),
    inputs: jsonObject,
    outputs: jsonObject,
    inputSchema: jsonObject
      .optional()
      .describe('JSON Schema of the inputs that its tasks take; absent where none is stated'),
    version: z.int(),
    ...authored,
    aliases: z.array(listedAlias).describe('Its aliases: `default` first, then in order of creation'),
  })
  .meta({ id: 'Worker' })
export type Worker = z.infer<typeof worker>

/** `GET workers/{id}`. */
export const workerWithSecrets = worker.extend({ aliases: z.array(alias) }).meta({ id: 'WorkerWithSecrets' })
export type WorkerWithSecrets = z.infer<typeof workerWithSecrets>

/** A JSON Schema that values can be checked against; each of its faults is named by its place. */
const checkedSchema = jsonObject.superRefine((schema, context) => {
  for (const { path, message } of checkSchema(schema))
    context.addIssue({ code: 'custom', path: [...path], message })
})

/** `POST workers`. The type follows from the team's namespace and the name (`workerType`). */
export const workerBody = z.object({
  name: text(200),
  teamId: reference,
  description: optionalText(2000).default(''),
  inputs: jsonObject.default({}),
  outputs: jsonObject.default({}),
  inputSchema: checkedSchema.optional(),
})
export type WorkerBody = z.infer<typeof workerBody>

/**
 * `PUT workers/{id}`. Type and team cannot change, because the type contains the team's namespace. `version`
 * is the version that the edit started from; without it the last edit wins.
 */
export const workerPatch = z
  .object({
    name: text(200),
    description: optionalText(2000),
    inputs: jsonObject,
    outputs: jsonObject,
    inputSchema: checkedSchema
      .nullable()
      .describe('JSON Schema of the inputs that its tasks take; null removes it'),
    teamId: reference,
    version: z.int(),
  })
  .partial()
  .refine(
    ({ name, description, inputs, outputs, inputSchema }) =>
      [name, description, inputs, outputs, inputSchema].some((value) => value !== undefined),
    'must set name, description, inputs, outputs or inputSchema',
  )
export type WorkerPatch = z.infer<typeof workerPatch>

/** `PUT workers?where=`: the fields that may change for many workers at once. */
export const workersPatch = z.object({ description: optionalText(2000) })

/** Filters of `PUT workers?where=`: deleted workers are read-only and never match. */
export const activeWorkerFilters = z.object({
  name: z.string().optional(),
  type: z.string().optional(),
  teamId: id.optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/**
 * Filters of `GET workers`: deleted ones are listed with `showDeleted=true` or `status=deleted`. A search looks at name,
 * description, task type and team.
 */
export const workerFilters = activeWorkerFilters.extend({
  status: z.enum(workerStatuses).optional(),
  showDeleted: queryFlag.optional(),
  populateTeamId: queryFlag.optional(),
  ...listSearch,
})

/** `POST workers/{id}/aliases`; `_id`, if present, is the worker's. */
export const aliasBody = z.object({
  aliasName: text(100).regex(/^[A-Za-z0-9_-]+$/, 'may hold letters, digits, - and _'),
  _id: id.optional(),
})

/** `PUT workers/{id}/aliases/{alias}/jwt`. */
export const privateKeyBody = z.object({ name: text(100), ...replacing })

/** A row of `GET workers/inputs`: the inputs that tasks of a type take, as their worker states them. */
export const workerInputs = z.object({ type: z.string(), inputSchema: jsonObject })
export type WorkerInputs = z.infer<typeof workerInputs>

/** `GET workers/bytype/{type}`. */
export const aliasesOfType = z.object({
  data: z.object({ aliases: z.array(z.object({ name: z.string() })) }),
})
