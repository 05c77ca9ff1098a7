import {
  usage,
  use,
  usedBy,
  type LastUse,
  type Usage,
  type Use,
  type UsedBy,
} from '#shared/domains/usage/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { LastUseRef } from '#server/gateway/graphql/last-use.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { readUsage } from './upstream.ts'

const read = { use: readers(use), usage: readers(usage), usedBy: readers(usedBy) }

const UsedByRef = builder.objectRef<Wire<UsedBy>>('UsedBy').implement({
  description: 'One use by its name, with what its address is made of.',
  fields: (t) => ({
    ...contractFields(t, usedBy.pick({ _id: true, name: true })),
    within: t.string({ nullable: true, resolve: read.usedBy.textOrNull('within') }),
    appId: t.id({ nullable: true, resolve: read.usedBy.textOrNull('appId') }),
    workqueueId: t.id({ nullable: true, resolve: read.usedBy.textOrNull('workqueueId') }),
    clusterId: t.id({ nullable: true, resolve: read.usedBy.textOrNull('clusterId') }),
  }),
})

const UseRef = builder.objectRef<Wire<Use>>('Use').implement({
  description: 'The uses of one kind, the first ones by name.',
  fields: (t) => ({
    kind: t.string({ resolve: read.use.text('kind') }),
    count: t.int({ resolve: read.use.count('count') }),
    more: t.boolean({ resolve: (entity) => read.use.flagOrNull('more')(entity) ?? false }),
    first: t.field({ type: [UsedByRef], resolve: read.use.entities('first') }),
  }),
})

const UsageRef = builder.objectRef<Wire<Usage>>('Usage').implement({
  fields: (t) => ({
    uses: t.field({ type: [UseRef], resolve: read.usage.entities('uses') }),
    lastUsed: t.field({
      type: LastUseRef,
      nullable: true,
      resolve: ({ lastUsed }) => (isWire(lastUsed) ? (lastUsed as Wire<LastUse>) : null),
    }),
  }),
})

builder.queryFields((t) => ({
  usage: t.field({
    description: 'What a change of an entity, or its deletion, affects. With the feature `usage`.',
    type: UsageRef,
    args: {
      kind: t.arg.string({
        required: true,
        description:
          '`plan`, `worker`, `alias`, `script`, `cluster`, `deployment`, `variable`, `token`, `privateKey`',
      }),
      id: t.arg.id({ required: true, description: 'Of an alias its name.' }),
      owner: t.arg.id({
        description: 'The app of a variable or a token, the worker of an alias or a private key.',
      }),
      alias: t.arg.string({ description: 'Of a private key.' }),
    },
    resolve: (_root, { kind, id, owner, alias }, { call }) =>
      readUsage(call, kind, { id, owner: owner ?? '', alias: alias ?? '' }),
  }),
}))
