import { builder, WorkerRef } from '#server/gateway/graphql/builder.ts'
import { deletionResolver, idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { searchedPageArgs, withKnownSearch } from '#server/gateway/graphql/page.ts'
import type { WorkerWithSecrets } from '#shared/domains/workers/contract.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { reveal } from '#server/gateway/graphql/reveal.ts'
import {
  AliasRef,
  NewPrivateKeyRef,
  TaskInputsRef,
  WorkerPage,
  aliasId,
  aliasName,
  aliasSecret,
  workerAliases,
} from './types.ts'
import {
  addAlias,
  addPrivateKey,
  createWorker,
  deleteWorker,
  getWorker,
  listInputs,
  listWorkers,
  removeAlias,
  removePrivateKey,
  updateWorker,
  workerRead,
} from './upstream.ts'

const aliasArgs = builder.args((t) => ({
  workerId: t.id({ required: true }),
  alias: t.string({ required: true }),
}))

builder.queryFields((t) => ({
  worker: t.field({
    type: WorkerRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getWorker(call, id),
  }),
  workers: t.field({
    type: WorkerPage,
    args: {
      ...searchedPageArgs('name, description, task type and name of the team'),
      showDeleted: t.arg.boolean({ required: true, defaultValue: false }),
    },
    resolve: async (_root, query, { call, capabilities }) =>
      listWorkers(call, await withKnownSearch(query, capabilities)),
  }),
  taskInputs: t.field({
    description:
      'The inputs that tasks take, of the workers that state them; on a platform with the feature `workerInputs`.',
    type: [TaskInputsRef],
    args: { type: t.arg.string({ description: 'Of one type; absent: of all.' }) },
    resolve: (_root, { type }, { call }) => listInputs(call, type ?? undefined),
  }),
}))

builder.mutationFields((t) => ({
  createWorker: t.field({
    type: WorkerRef,
    args: { name: t.arg.string({ required: true }), teamId: t.arg.id({ required: true }) },
    resolve: (_root, body, { call }) => createWorker(call, body),
  }),
  updateWorker: t.field({
    description: 'Changes what is given; empty inputs and outputs become an empty object.',
    type: WorkerRef,
    args: {
      ...idArgs,
      name: t.arg.string(),
      description: t.arg.string(),
      inputs: t.arg({ type: 'JSON' }),
      outputs: t.arg({ type: 'JSON' }),
      inputSchema: t.arg({ type: 'JSON', description: 'Null removes it.' }),
      teamId: t.arg.id(),
      version: t.arg.int(),
    },
    resolve: (_root, { id, inputs, outputs, inputSchema, ...texts }, { call }) => {
      const { name, description, teamId, version } = texts
      return updateWorker(call, id, {
        name: name ?? undefined,
        description: description ?? undefined,
        inputs: inputs === null ? {} : inputs,
        outputs: outputs === null ? {} : outputs,
        inputSchema,
        teamId: teamId ?? undefined,
        version: version ?? undefined,
      })
    },
  }),
  deleteWorker: t.id({
    args: idArgs,
    resolve: deletionResolver(deleteWorker),
  }),
}))

builder.mutationFields((t) => ({
  addAlias: t.field({
    type: AliasRef,
    args: { workerId: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
    resolve: async (_root, { workerId, name }, { call }) => ({
      workerId,
      alias: await addAlias(call, workerId, name),
    }),
  }),
  removeAlias: t.id({
    args: aliasArgs,
    resolve: async (_root, { workerId, alias }, { call }) => {
      await removeAlias(call, workerId, alias)
      return aliasId(workerId, alias)
    },
  }),
  addPrivateKey: t.field({
    type: NewPrivateKeyRef,
    args: { ...aliasArgs, name: t.arg.string({ required: true }) },
    resolve: (_root, { workerId, alias, name }, { call }) => addPrivateKey(call, workerId, alias, name),
  }),
  removePrivateKey: t.id({
    args: { ...aliasArgs, keyId: t.arg.id({ required: true }) },
    resolve: async (_root, { workerId, alias, keyId }, { call }) => {
      await removePrivateKey(call, workerId, alias, keyId)
      return keyId
    },
  }),
  revealAliasSecret: t.string({
    description: "Shows an alias's secret access key; the look is audited.",
    args: aliasArgs,
    resolve: (_root, { workerId, alias: name }, context) =>
      reveal(context, {
        entity: 'worker',
        read: workerRead(workerId),
        find(worker: Wire<WorkerWithSecrets>) {
          const alias = workerAliases(worker).find((one) => aliasName(one) === name)
          const value = alias ? aliasSecret(alias) : null
          return value === null ? null : { what: `alias/${name}`, value }
        },
      }),
  }),
}))
