import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { addOrInvite, MemberAdded, memberType } from '#server/gateway/graphql/members.ts'
import { reveal } from '#server/gateway/graphql/reveal.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { type Wire, wireId } from '#server/gateway/lib/wire.ts'
import {
  appToken,
  type AppToken,
  appVariable,
  type AppVariable,
  appWithSecrets,
  type AppWithSecrets,
} from '#shared/domains/apps/contract.ts'
import { mask } from '#shared/lib/mask.ts'
import {
  addToken,
  addVariable,
  collaboratorsPath,
  listCollaborators,
  removeCollaborator,
  removeToken,
  removeVariable,
  appRead,
} from './upstream.ts'

const readApp = readers(appWithSecrets)
const readToken = readers(appToken)
const readVariable = readers(appVariable)
const secret = readToken.text('secret')
const value = readVariable.text('value')

export const AppTokenRef = builder.objectRef<Wire<AppToken>>('AppToken').implement({
  description: 'What a program signs in with, as that app.',
  fields: (t) => ({
    ...contractFields(
      t,
      appToken.pick({ _id: true, key: true, unreadable: true, created: true, createdBy: true }),
    ),
    secret: t.string({
      description: 'Masked; `revealTokenSecret` shows it.',
      resolve: (token) => mask(secret(token)),
    }),
  }),
})

export const AppVariableRef = builder.objectRef<Wire<AppVariable>>('AppVariable').implement({
  fields: (t) => ({
    ...contractFields(
      t,
      appVariable.pick({ _id: true, name: true, unreadable: true, created: true, createdBy: true }),
    ),
    value: t.string({
      description: 'Masked; `revealVariable` shows it.',
      resolve: (variable) => mask(value(variable)),
    }),
  }),
})

const CollaboratorRef = memberType('Collaborator')

const appArgs = builder.args((t) => ({ appId: t.id({ required: true }) }))
const tokenArgs = builder.args((t) => ({
  appId: t.id({ required: true }),
  tokenId: t.id({ required: true }),
}))
const variableArgs = builder.args((t) => ({
  appId: t.id({ required: true }),
  variableId: t.id({ required: true }),
}))

builder.mutationFields((t) => ({
  addToken: t.field({
    description: 'Adds an access token; the platform makes its key and its secret.',
    type: AppTokenRef,
    args: appArgs,
    resolve: (_root, { appId }, { call }) => addToken(call, appId),
  }),
  removeToken: t.id({
    args: tokenArgs,
    resolve: async (_root, { appId, tokenId }, { call }) => {
      await removeToken(call, appId, tokenId)
      return tokenId
    },
  }),
  revealTokenSecret: t.string({
    description: "Shows an access token's secret; the look is audited.",
    args: tokenArgs,
    resolve: (_root, { appId, tokenId }, context) =>
      reveal(context, {
        entity: 'app',
        read: appRead(appId),
        find(app: Wire<AppWithSecrets>) {
          const token = readApp
            .entities('tokens')(app)
            .find((one) => wireId(one) === tokenId)
          return token ? { what: readToken.text('key')(token), value: secret(token) } : null
        },
      }),
  }),
}))

builder.mutationFields((t) => ({
  addVariable: t.field({
    type: AppVariableRef,
    args: { ...appArgs, name: t.arg.string({ required: true }), value: t.arg.string({ required: true }) },
    resolve: (_root, { appId, ...body }, { call }) => addVariable(call, appId, body),
  }),
  removeVariable: t.id({
    args: variableArgs,
    resolve: async (_root, { appId, variableId }, { call }) => {
      await removeVariable(call, appId, variableId)
      return variableId
    },
  }),
  revealVariable: t.string({
    description: "Shows a variable's value; the look is audited.",
    args: variableArgs,
    resolve: (_root, { appId, variableId }, context) =>
      reveal(context, {
        entity: 'app',
        read: appRead(appId),
        find(app: Wire<AppWithSecrets>) {
          const variable = readApp
            .entities('variables')(app)
            .find((one) => wireId(one) === variableId)
          return variable ? { what: readVariable.text('name')(variable), value: value(variable) } : null
        },
      }),
  }),
}))

builder.queryField('collaborators', (t) =>
  t.field({
    type: [CollaboratorRef],
    args: appArgs,
    resolve: (_root, { appId }, { call }) => listCollaborators(call, appId),
  }),
)

builder.mutationFields((t) => ({
  addCollaborator: t.field({
    description: 'Adds a known user; sends an invitation to an unknown e-mail address.',
    type: MemberAdded,
    args: { ...appArgs, email: t.arg.string({ required: true }) },
    resolve: (_root, { appId, email }, context) => addOrInvite(context, collaboratorsPath(appId), email),
  }),
  removeCollaborator: t.id({
    args: { ...appArgs, collaboratorId: t.arg.id({ required: true }) },
    resolve: async (_root, { appId, collaboratorId }, { call }) => {
      await removeCollaborator(call, appId, collaboratorId)
      return collaboratorId
    },
  }),
}))
