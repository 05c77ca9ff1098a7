import {
  hook,
  hookCall,
  hookSecret,
  type Hook,
  type HookCall,
  type HookSecret,
} from '#shared/domains/hooks/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { deletionResolver, idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import {
  createHook,
  deleteHook,
  getHook,
  listHookCalls,
  listHooks,
  renewHookSecret,
  updateHook,
  type MadeHook,
} from './upstream.ts'

const read = readers(hook)

const LastRef = builder.objectRef<Wire<NonNullable<Hook['last']>>>('HookLastCall').implement({
  fields: (t) => contractFields(t, hook.shape.last.unwrap()),
})

const HookRef = builder.objectRef<Wire<Hook>>('Hook').implement({
  description: 'A start address of a plan, for programs that know its secret.',
  fields: (t) => ({
    ...contractFields(t, hook.omit({ app: true, plan: true, last: true })),
    appName: t.string({ nullable: true, resolve: read.referenceName('app') }),
    planName: t.string({ nullable: true, resolve: read.referenceName('plan') }),
    last: t.field({
      type: LastRef,
      nullable: true,
      resolve: ({ last }) => (isWire(last) ? (last as Wire<NonNullable<Hook['last']>>) : null),
    }),
  }),
})

const CallRef = builder.objectRef<Wire<HookCall>>('HookCall').implement({
  description: 'A call of a start address and what became of it.',
  fields: (t) => contractFields(t, hookCall),
})

const HookPage = pageType('HookPage', HookRef)
const CallPage = pageType('HookCallPage', CallRef)

const MadeHookRef = builder.objectRef<MadeHook>('MadeHook').implement({
  description: 'A start address that was made now, with its secret; nothing answers it again.',
  fields: (t) => ({
    secret: t.exposeString('secret'),
    hook: t.field({ type: HookRef, resolve: (made) => made.hook }),
  }),
})

const SecretRef = builder.objectRef<Wire<HookSecret>>('HookSecret').implement({
  description: 'A secret that was made now; nothing answers it again.',
  fields: (t) => contractFields(t, hookSecret),
})

builder.queryFields((t) => ({
  hooks: t.field({
    description: 'A page of start addresses. With the feature `hooks`.',
    type: HookPage,
    args: { ...pageArgs(), appId: t.arg.id(), planId: t.arg.id() },
    resolve: (_root, query, { call }) => listHooks(call, query),
  }),
  hook: t.field({
    type: HookRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getHook(call, id),
  }),
  hookCalls: t.field({
    description: 'The last calls of a start address, newest first.',
    type: CallPage,
    args: { ...idArgs, ...pageArgs() },
    resolve: (_root, { id, ...page }, { call }) => listHookCalls(call, id, page),
  }),
}))

const settings = builder.args((t) => ({
  mapping: t.field({ type: 'JSON', description: 'Null: the body is the initial state.' }),
  limit: t.int({ description: 'Runs a minute.' }),
}))

builder.mutationFields((t) => ({
  createHook: t.field({
    type: MadeHookRef,
    args: {
      planId: t.arg.id({ required: true }),
      appId: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
      ...settings,
    },
    resolve: (_root, { planId, ...body }, { call }) => createHook(call, planId, given(body)),
  }),
  updateHook: t.field({
    description: 'Changes what is given; the rest stays. `version`: the one that the edit started from.',
    type: HookRef,
    args: {
      ...idArgs,
      version: t.arg.int(),
      name: t.arg.string(),
      enabled: t.arg.boolean(),
      ...settings,
    },
    resolve: (_root, { id, ...body }, { call }) => updateHook(call, id, given(body)),
  }),
  deleteHook: t.id({ args: idArgs, resolve: deletionResolver(deleteHook) }),
  renewHookSecret: t.field({
    description: 'Makes a new secret; the one before it stays valid for 24 hours.',
    type: SecretRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => renewHookSecret(call, id),
  }),
}))

/** The fields that are given; null is a value. */
const given = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
