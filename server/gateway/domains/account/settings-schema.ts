import { userSettings, type UserSettings } from '#shared/domains/account/settings-contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { entityOf, type Wire } from '#server/gateway/lib/wire.ts'

const path = 'users/me/settings'
const read = readers(userSettings)

const UserSettingsRef = builder.objectRef<Wire<UserSettings>>('UserSettings').implement({
  description: 'What the user has chosen, in every account; null: nothing.',
  fields: (t) => ({
    theme: t.string({ nullable: true, resolve: read.textOrNull('theme') }),
    timeZone: t.string({ nullable: true, resolve: read.textOrNull('timeZone') }),
    density: t.string({ nullable: true, resolve: read.textOrNull('density') }),
    startPage: t.string({ nullable: true, resolve: read.textOrNull('startPage') }),
    attentionSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The last look at what needs attention.',
      resolve: read.momentOrNull('attentionSeenAt'),
    }),
  }),
})

builder.queryField('settings', (t) =>
  t.field({
    description: "The user's own; with the feature `profile`.",
    type: UserSettingsRef,
    resolve: async (_root, _args, { call }) => entityOf<UserSettings>(await call({ method: 'GET', path })),
  }),
)

builder.mutationField('saveSettings', (t) =>
  t.field({
    description: 'Changes the given ones; null removes a choice.',
    type: UserSettingsRef,
    args: {
      theme: t.arg.string(),
      timeZone: t.arg.string(),
      density: t.arg.string(),
      startPage: t.arg.string(),
      attentionSeenAt: t.arg({ type: 'DateTime' }),
    },
    resolve: async (_root, body, { call }) =>
      entityOf<UserSettings>(await call({ method: 'PUT', path, body: { ...body } })),
  }),
)
