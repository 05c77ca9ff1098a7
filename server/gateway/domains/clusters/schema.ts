import './deployment-schema.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { answeringId, idArgs } from '#server/gateway/graphql/by-id.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { momentOrNull, referenceId, text, texts, type Wire, wireId } from '#server/gateway/lib/wire.ts'
import { createCluster, deleteCluster, getCluster, listClusters, updateCluster } from './upstream.ts'

const ClusterRef = builder.objectRef<Wire>('Cluster').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ resolve: text('name') }),
    teamId: t.id({ nullable: true, resolve: referenceId('teamId') }),
    tags: t.stringList({ resolve: texts('tags') }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
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
    args: pageArgs(),
    resolve: (_root, page, { call }) => listClusters(call, page),
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
    },
    resolve: (_root, { id, teamId, ...body }, { call }) =>
      updateCluster(call, id, { ...body, teamId: teamId ?? null }),
  }),
  deleteCluster: t.id({
    args: idArgs,
    resolve: answeringId(deleteCluster),
  }),
}))
