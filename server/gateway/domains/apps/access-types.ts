import { appToken, appVariable, type AppToken, type AppVariable } from '#shared/domains/apps/contract.ts'
import { mask } from '#shared/lib/mask.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { memberType } from '#server/gateway/graphql/members.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { type Wire } from '#server/gateway/lib/wire.ts'

const secret = readers(appToken).text('secret')
const value = readers(appVariable).text('value')

export const AppTokenRef = builder.objectRef<Wire<AppToken>>('AppToken').implement({
  description: 'What a program signs in with, as that app.',
  fields: (t) => ({
    ...contractFields(t, appToken.omit({ secret: true })),
    secret: t.string({
      description: 'Masked; `revealTokenSecret` shows it.',
      resolve: (token) => mask(secret(token)),
    }),
  }),
})

export const AppVariableRef = builder.objectRef<Wire<AppVariable>>('AppVariable').implement({
  fields: (t) => ({
    ...contractFields(t, appVariable.omit({ value: true })),
    value: t.string({
      description: 'Masked; `revealVariable` shows it.',
      resolve: (variable) => mask(value(variable)),
    }),
  }),
})

export const CollaboratorRef = memberType('Collaborator')
