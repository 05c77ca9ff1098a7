import './deployment-schema.ts'
import './history-schema.ts'
import './publication-schema.ts'
import { cluster, type Cluster } from '#shared/domains/clusters/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { deletionResolver, idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageType, searchedPageArgs, withKnownSearch } from '#server/gateway/graphql/page.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { createCluster, deleteCluster, getCluster, listClusters, updateCluster } from './upstream.ts'

const ClusterRef = builder.objectRef<Wire<Cluster>>('Cluster').implement({
  fields: (t) => ({
    ...contractFields(t, cluster.omit({ createdBy: true, updated: true, updatedBy: true })),
  }),
})

const ClusterPage = pageType('ClusterPage', ClusterRef)

builder.queryFields((t) => ({
  cluster: t.field({
    type: ClusterRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getCluster(call, id),
  }),
  clusters: t.field({
    type: ClusterPage,
    args: searchedPageArgs('name and tags'),
    resolve: async (_root, query, { call, capabilities }) =>
      listClusters(call, await withKnownSearch(query, capabilities)),
  }),
}))

builder.mutationFields((t) => ({
  createCluster: t.field({
    type: ClusterRef,
    args: { name: t.arg.string({ required: true }), teamId: t.arg.id() },
    resolve: (_root, { name, teamId }, { call }) => createCluster(call, { name, teamId: teamId ?? null }),
  }),
  updateCluster: t.field({
    type: ClusterRef,
    args: {
      ...idArgs,
      name: t.arg.string({ required: true }),
      teamId: t.arg.id(),
      tags: t.arg.stringList({ required: true }),
      version: t.arg.int(),
    },
    resolve: (_root, { id, teamId, version, ...body }, { call }) =>
      updateCluster(call, id, { ...body, teamId: teamId ?? null, version: version ?? undefined }),
  }),
  deleteCluster: t.id({
    args: idArgs,
    resolve: deletionResolver(deleteCluster),
  }),
}))
