import { mask } from '#shared/lib/mask.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { memberType } from '#server/gateway/graphql/members.ts'
import { momentOrNull, text, textOrNull, wireId, type Wire } from '#server/gateway/lib/wire.ts'

const secret = text('secret')
const value = text('value')

export const AppToken = builder.objectRef<Wire>('AppToken').implement({
  description: 'What a program signs in with, as that app.',
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    key: t.string({ resolve: text('key') }),
    secret: t.string({
      description: 'Masked; `revealTokenSecret` shows it.',
      resolve: (token) => mask(secret(token)),
    }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
    createdBy: t.string({ nullable: true, resolve: textOrNull('createdBy') }),
  }),
})

export const AppVariable = builder.objectRef<Wire>('AppVariable').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ resolve: text('name') }),
    value: t.string({
      description: 'Masked; `revealVariable` shows it.',
      resolve: (variable) => mask(value(variable)),
    }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
    createdBy: t.string({ nullable: true, resolve: textOrNull('createdBy') }),
  }),
})

export const Collaborator = memberType('Collaborator')
