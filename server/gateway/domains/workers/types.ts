import { mask } from '#shared/lib/mask.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { pageType } from '#server/gateway/graphql/page.ts'
import { teamNameOf } from '#server/gateway/graphql/references.ts'
import { WorkerRef } from '#server/gateway/graphql/refs.ts'
import {
  integerOrNull,
  jsonOrNull,
  momentOrNull,
  referenceId,
  text,
  textOrNull,
  type Wire,
  wireId,
  wires,
} from '#server/gateway/lib/wire.ts'

/** An alias with the worker that it belongs to: platforms give it no id of its own (spec section 3). */
export interface AliasOfWorker {
  workerId: string
  alias: Wire
}

export const aliasName = text('name')
export const aliasSecret = textOrNull('secretAccessKey')
export const aliasId = (workerId: string, name: string) => `${workerId}/${name}`

/** Spelled either way; an alias has at most one of them (spec section 3). */
const privateKeys = (alias: Wire) => wires('privateKeys' in alias ? 'privateKeys' : 'keys')(alias)

export const PrivateKeyRef = builder.objectRef<Wire>('PrivateKey').implement({
  fields: (t) => ({
    id: t.id({ resolve: (key) => wireId(key) || text('jwtId')(key) }),
    name: t.string({ resolve: text('name') }),
    createdAt: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('createdAt') }),
    expiresAt: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('expiresAt') }),
  }),
})

export const NewPrivateKey = builder.objectRef<Wire>('NewPrivateKey').implement({
  fields: (t) => ({
    key: t.field({ type: PrivateKeyRef, resolve: (key) => key }),
    privateKey: t.string({
      description: 'The private half, which nothing answers again.',
      resolve: text('privateKey'),
    }),
  }),
})

export const AliasRef = builder.objectRef<AliasOfWorker>('Alias').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ workerId, alias }) => aliasId(workerId, aliasName(alias)) }),
    name: t.string({ resolve: ({ alias }) => aliasName(alias) }),
    accessKeyId: t.string({ nullable: true, resolve: ({ alias }) => textOrNull('accessKeyId')(alias) }),
    secretAccessKey: t.string({
      description: 'Masked; `revealAliasSecret` shows it.',
      nullable: true,
      resolve: ({ alias }) => {
        const secret = aliasSecret(alias)
        return secret === null ? null : mask(secret)
      },
    }),
    queueUrl: t.string({ nullable: true, resolve: ({ alias }) => textOrNull('queueUrl')(alias) }),
    privateKeys: t.field({ type: [PrivateKeyRef], resolve: ({ alias }) => privateKeys(alias) }),
    lastPoll: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ alias }) => momentOrNull('lastPoll')(alias),
    }),
    notesPolls: t.boolean({
      description: 'Whether the platform notes `lastPoll`: without that its null does not say `never`.',
      resolve: ({ alias }) => alias['lastPoll'] !== undefined,
    }),
  }),
})

WorkerRef.implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ resolve: text('name') }),
    description: t.string({ resolve: text('description') }),
    type: t.string({ resolve: text('type') }),
    status: t.string({ resolve: text('status') }),
    teamId: t.id({ nullable: true, resolve: referenceId('teamId') }),
    teamName: t.string({ nullable: true, resolve: (worker, _args, { call }) => teamNameOf(worker, call) }),
    inputs: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('inputs') }),
    outputs: t.field({ type: 'JSON', nullable: true, resolve: jsonOrNull('outputs') }),
    version: t.int({ nullable: true, resolve: integerOrNull('version') }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
    updated: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('updated') }),
    updatedBy: t.string({ nullable: true, resolve: textOrNull('updatedBy') }),
    aliases: t.field({
      type: [AliasRef],
      resolve: (worker) => wires('aliases')(worker).map((alias) => ({ workerId: wireId(worker), alias })),
    }),
  }),
})

export const WorkerPage = pageType('WorkerPage', WorkerRef)
