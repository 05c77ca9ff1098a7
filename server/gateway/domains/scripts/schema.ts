import { builder } from '#server/gateway/graphql/builder.ts'
import { answeringId, idArgs } from '#server/gateway/graphql/by-id.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { teamNameOf } from '#server/gateway/graphql/references.ts'
import {
  integerOrNull,
  momentOrNull,
  referenceId,
  text,
  textOrNull,
  type Wire,
  wireId,
} from '#server/gateway/lib/wire.ts'
import { createScript, deleteScript, getScript, listScripts, updateScript } from './upstream.ts'

const ScriptRef = builder.objectRef<Wire>('Script').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ resolve: text('name') }),
    description: t.string({ resolve: text('description') }),
    type: t.string({ resolve: text('type') }),
    code: t.string({
      description: 'Null in lists, which leave it out.',
      nullable: true,
      resolve: textOrNull('code'),
    }),
    teamId: t.id({ nullable: true, resolve: referenceId('teamId') }),
    teamName: t.string({ nullable: true, resolve: (script, _args, { call }) => teamNameOf(script, call) }),
    version: t.int({ nullable: true, resolve: integerOrNull('version') }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
    updated: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('updated') }),
    updatedBy: t.string({ nullable: true, resolve: textOrNull('updatedBy') }),
  }),
})

const ScriptPage = pageType('ScriptPage', ScriptRef)

builder.queryFields((t) => ({
  script: t.field({
    type: ScriptRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getScript(call, id),
  }),
  scripts: t.field({
    type: ScriptPage,
    args: pageArgs(),
    resolve: (_root, page, { call }) => listScripts(call, page),
  }),
}))

builder.mutationFields((t) => ({
  createScript: t.field({
    type: ScriptRef,
    args: { name: t.arg.string({ required: true }), teamId: t.arg.id({ required: true }) },
    resolve: (_root, { name, teamId }, { call }) => createScript(call, name, teamId),
  }),
  updateScript: t.field({
    type: ScriptRef,
    args: {
      ...idArgs,
      name: t.arg.string({ required: true }),
      description: t.arg.string({ required: true }),
      code: t.arg.string({ required: true }),
      version: t.arg.int(),
    },
    resolve: (_root, { id, version, ...body }, { call }) =>
      updateScript(call, id, { ...body, version: version ?? undefined }),
  }),
  deleteScript: t.id({
    args: idArgs,
    resolve: answeringId(deleteScript),
  }),
}))
