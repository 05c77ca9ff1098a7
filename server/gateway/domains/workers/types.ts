import { z } from 'zod'
import {
  alias,
  newPrivateKey,
  privateKey,
  worker,
  workerInputs,
  workerWithSecrets,
  type Alias,
  type NewPrivateKey,
  type PrivateKey,
  type WorkerInputs,
} from '#shared/domains/workers/contract.ts'
import { mask } from '#shared/lib/mask.ts'
import { builder, WorkerRef } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageType } from '#server/gateway/graphql/page.ts'
import { teamNameOf } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { wireId, type Wire } from '#server/gateway/lib/wire.ts'

/** An alias with its worker, because platforms give an alias no id of its own. */
export interface AliasOfWorker {
  workerId: string
  alias: Wire<Alias>
}

/** Platforms spell the keys `privateKeys` or `keys`; an alias has at most one of them. */
const readAlias = readers(alias.extend({ keys: z.array(privateKey).optional() }))
export const aliasName = readAlias.text('name')
export const aliasSecret = readAlias.textOrNull('secretAccessKey')
export const aliasId = (workerId: string, name: string) => `${workerId}/${name}`
const accessKeyId = readAlias.textOrNull('accessKeyId')
const queueUrl = readAlias.textOrNull('queueUrl')
const lastPoll = readAlias.momentOrNull('lastPoll')
const notesPolls = readAlias.has('lastPoll')
const unreadable = readAlias.flagOrNull('unreadable')
const privateKeys = readAlias.entities('privateKeys')
const keys = readAlias.entities('keys')

const jwtId = readers(privateKey).text('jwtId')

const PrivateKeyRef = builder.objectRef<Wire<PrivateKey>>('PrivateKey').implement({
  fields: (t) => ({
    ...contractFields(t, privateKey.omit({ jwtId: true })),
    id: t.id({ resolve: (key) => wireId(key) || jwtId(key) }),
  }),
})

export const NewPrivateKeyRef = builder.objectRef<Wire<NewPrivateKey>>('NewPrivateKey').implement({
  fields: (t) => ({
    key: t.field({ type: PrivateKeyRef, resolve: (key) => key }),
    privateKey: t.string({
      description: 'The private half, which nothing answers again.',
      resolve: readers(newPrivateKey).text('privateKey'),
    }),
  }),
})

export const AliasRef = builder.objectRef<AliasOfWorker>('Alias').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ workerId, alias }) => aliasId(workerId, aliasName(alias)) }),
    name: t.string({ resolve: ({ alias }) => aliasName(alias) }),
    accessKeyId: t.string({ nullable: true, resolve: ({ alias }) => accessKeyId(alias) }),
    secretAccessKey: t.string({
      description: 'Masked; `revealAliasSecret` shows it.',
      nullable: true,
      resolve: ({ alias }) => {
        const secret = aliasSecret(alias)
        return secret === null ? null : mask(secret)
      },
    }),
    unreadable: t.boolean({
      description: 'Whether the secret cannot be read, because another key has sealed it.',
      nullable: true,
      resolve: ({ alias }) => unreadable(alias),
    }),
    queueUrl: t.string({ nullable: true, resolve: ({ alias }) => queueUrl(alias) }),
    privateKeys: t.field({
      type: [PrivateKeyRef],
      resolve: ({ alias }) => ('privateKeys' in alias ? privateKeys : keys)(alias),
    }),
    lastPoll: t.field({ type: 'DateTime', nullable: true, resolve: ({ alias }) => lastPoll(alias) }),
    notesPolls: t.boolean({
      description: 'Whether the platform notes `lastPoll`: without that its null does not say `never`.',
      resolve: ({ alias }) => notesPolls(alias),
    }),
  }),
})

export const workerAliases = readers(workerWithSecrets).entities('aliases')

WorkerRef.implement({
  fields: (t) => ({
    ...contractFields(t, worker.omit({ createdBy: true, aliases: true })),
    teamName: t.string({ nullable: true, resolve: (entity, _args, { call }) => teamNameOf(entity, call) }),
    aliases: t.field({
      type: [AliasRef],
      resolve: (entity) => workerAliases(entity).map((alias) => ({ workerId: wireId(entity), alias })),
    }),
  }),
})

export const TaskInputsRef = builder.objectRef<Wire<WorkerInputs>>('TaskInputs').implement({
  description: 'The inputs that tasks of a type take, as a JSON Schema.',
  fields: (t) => contractFields(t, workerInputs),
})

export const WorkerPage = pageType('WorkerPage', WorkerRef)
