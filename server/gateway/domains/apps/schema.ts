import { APP_LIST_SIZE, appWithSecrets, type AppWithSecrets } from '#shared/domains/apps/contract.ts'
import './access-schema.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { AppTokenRef, AppVariableRef } from './access-schema.ts'
import { createApp, getApp, listApps, updateApp } from './upstream.ts'

const read = readers(appWithSecrets)

const AppRef = builder.objectRef<Wire<AppWithSecrets>>('App').implement({
  fields: (t) => ({
    ...contractFields(t, appWithSecrets.pick({ _id: true, name: true, description: true, version: true })),
    created: t.field({ type: 'DateTime', resolve: read.moment('created') }),
    updated: t.field({ type: 'DateTime', resolve: read.moment('updated', 'created') }),
    secretsVisible: t.boolean({
      description:
        'Of one app alone: whether the user may see its tokens and variables, as collaborators and owners may.',
      resolve: (app) => read.has('tokens')(app) || read.has('variables')(app),
    }),
    tokens: t.field({
      description: 'Of one app alone; lists and changes leave them out.',
      type: [AppTokenRef],
      resolve: read.entities('tokens'),
    }),
    variables: t.field({
      description: 'Of one app alone; lists and changes leave them out.',
      type: [AppVariableRef],
      resolve: read.entities('variables'),
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
      version: t.arg.int(),
    },
    resolve: (_root, { id, version, ...body }, { call }) =>
      updateApp(call, id, { ...body, version: version ?? undefined }),
  }),
}))
