import { script, type Script } from '#shared/domains/scripts/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { deletionResolver, idArgs, teamNameOf } from '#server/gateway/graphql/shared-resolvers.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageType, searchedPageArgs, withKnownSearch } from '#server/gateway/graphql/page.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { createScript, deleteScript, getScript, listScripts, testScript, updateScript } from './upstream.ts'

const ScriptRef = builder.objectRef<Wire<Script>>('Script').implement({
  fields: (t) => ({
    ...contractFields(t, script.omit({ createdBy: true })),
    code: t.string({
      description: 'Null in lists, which leave it out.',
      nullable: true,
      resolve: readers(script).textOrNull('code'),
    }),
    teamName: t.string({ nullable: true, resolve: (entity, _args, { call }) => teamNameOf(entity, call) }),
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
    args: searchedPageArgs('name, description and name of the team'),
    resolve: async (_root, query, { call, capabilities }) =>
      listScripts(call, await withKnownSearch(query, capabilities)),
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
  testScript: t.field({
    description:
      'Runs the code with these inputs and stores nothing: `{ outputs, error, log, progress, ms }`.',
    type: 'JSON',
    args: {
      ...idArgs,
      inputs: t.arg({ type: 'JSON', required: true }),
      code: t.arg.string({ required: true }),
    },
    resolve: (_root, { id, ...body }, { call }) => testScript(call, id, body),
  }),
  deleteScript: t.id({
    args: idArgs,
    resolve: deletionResolver(deleteScript),
  }),
}))
