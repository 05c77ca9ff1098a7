import {
  aliasDeployment,
  deploymentChange,
  deploymentSave,
  deploymentWork,
  failedOfAlias,
  lastWorked,
  madeChange,
  tagSince,
  type AliasDeployment,
  type DeploymentSave,
  type DeploymentWork,
  type FailedOfAlias,
  type LastWorked,
  type TagSince,
} from '#shared/domains/clusters/history-contract.ts'
import type { DeploymentChange, MadeChange } from '#shared/domains/clusters/changes.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageType } from '#server/gateway/graphql/page.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { listAliasDeployments, readDeploymentChanges, getDeploymentWork } from './history-upstream.ts'

const ChangeRef = builder.objectRef<Wire<DeploymentChange>>('DeploymentChange').implement({
  description: 'Without values of variables, which are secrets.',
  fields: (t) => contractFields(t, deploymentChange),
})

const changesOf = readers(deploymentSave).entities('changes')

const SaveRef = builder.objectRef<Wire<DeploymentSave>>('DeploymentSave').implement({
  fields: (t) => ({
    ...contractFields(t, deploymentSave.omit({ changes: true })),
    changes: t.field({ type: [ChangeRef], resolve: changesOf }),
  }),
})

const SavePage = pageType('DeploymentSavePage', SaveRef)

const MadeChangeRef = builder.objectRef<Wire<MadeChange>>('MadeDeploymentChange').implement({
  fields: (t) => contractFields(t, madeChange),
})

const TagSinceRef = builder.objectRef<Wire<TagSince>>('DeploymentTagSince').implement({
  fields: (t) => contractFields(t, tagSince),
})

const LastWorkedRef = builder.objectRef<Wire<LastWorked>>('QueueLastWorked').implement({
  fields: (t) => contractFields(t, lastWorked),
})

const ofAlias = readers(aliasDeployment)
const objects = { tagSince: true, worked: true, changed: true } as const

const AliasDeploymentRef = builder.objectRef<Wire<AliasDeployment>>('AliasDeployment').implement({
  description: 'A deployment that runs an alias, with what has changed since a task of it was done last.',
  fields: (t) => ({
    ...contractFields(t, aliasDeployment.omit(objects)),
    tagSince: t.field({ type: TagSinceRef, resolve: ofAlias.object('tagSince') }),
    worked: t.field({
      type: LastWorkedRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.worked) ? ofAlias.object('worked')(entity) : null),
    }),
    changed: t.field({ type: [MadeChangeRef], resolve: ofAlias.entities('changed') }),
  }),
})

const FailedWorkRef = builder.objectRef<Wire<FailedOfAlias>>('FailedWork').implement({
  fields: (t) => contractFields(t, failedOfAlias),
})

const WorkRef = builder.objectRef<Wire<DeploymentWork>>('DeploymentWork').implement({
  fields: (t) => ({
    ...contractFields(t, deploymentWork.omit({ failures: true })),
    failures: t.field({ type: [FailedWorkRef], resolve: readers(deploymentWork).entities('failures') }),
  }),
})

builder.queryFields((t) => ({
  deploymentChanges: t.field({
    description:
      'What the saves of a deployment have changed, newest first; on a platform with the feature `deployments`.',
    type: SavePage,
    args: {
      ...idArgs,
      page: t.arg.int({ required: true, defaultValue: 1 }),
      perPage: t.arg.int({ required: true, defaultValue: DEFAULT_PAGE_SIZE }),
    },
    resolve: (_root, { id, ...page }, { call }) => readDeploymentChanges(call, id, page),
  }),
  deploymentWork: t.field({
    description:
      'The tasks of the alias of a deployment that wait, run or fail now; on a platform with the feature `deployments`.',
    type: WorkRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getDeploymentWork(call, id),
  }),
  aliasDeployments: t.field({
    description: 'The deployments that run an alias; on a platform with the feature `deployments`.',
    type: [AliasDeploymentRef],
    args: { type: t.arg.string({ required: true }), alias: t.arg.string({ required: true }) },
    resolve: (_root, { type, alias }, { call }) => listAliasDeployments(call, type, alias),
  }),
}))
