import { APP_LIST_SIZE } from '#shared/domains/apps/contract.ts'
import './access-schema.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { moment, text, wireId, wires, type Wire } from '#server/gateway/lib/wire.ts'
import { AppToken, AppVariable } from './access-types.ts'
import { createApp, getApp, listApps, updateApp } from './upstream.ts'

const AppRef = builder.objectRef<Wire>('App').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ resolve: text('name') }),
    description: t.string({ resolve: text('description') }),
    created: t.field({ type: 'DateTime', resolve: moment('created') }),
    updated: t.field({ type: 'DateTime', resolve: moment('updated', 'created') }),
    tokens: t.field({
      description: 'Of one app alone; lists and changes leave them out.',
      type: [AppToken],
      resolve: wires('tokens'),
    }),
    variables: t.field({
      description: 'Of one app alone; lists and changes leave them out.',
      type: [AppVariable],
      resolve: wires('variables'),
    }),
  }),
})

builder.queryFields((t) => ({
  apps: t.field({
    description: 'Every app of the account, as far as one page holds them.',
    type: [AppRef],
    args: { perPage: t.arg.int({ required: true, defaultValue: APP_LIST_SIZE }) },
    resolve: (_root, { perPage }, { call }) => listApps(call, perPage),
  }),
  app: t.field({
    type: AppRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { call }) => getApp(call, id),
  }),
}))

builder.mutationFields((t) => ({
  createApp: t.field({
    type: AppRef,
    args: { name: t.arg.string({ required: true }), description: t.arg.string({ required: true }) },
    resolve: (_root, body, { call }) => createApp(call, body),
  }),
  updateApp: t.field({
    type: AppRef,
    args: {
      id: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
      description: t.arg.string({ required: true }),
    },
    resolve: (_root, { id, ...body }, { call }) => updateApp(call, id, body),
  }),
}))
