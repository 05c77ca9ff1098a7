import {
  planHealth,
  planHealthRun,
  type PlanHealth,
  type PlanHealthRun,
} from '#shared/domains/plans/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { readPlanHealth } from './health-upstream.ts'

const health = readers(planHealth)

const PlanHealthRunRef = builder.objectRef<Wire<PlanHealthRun>>('PlanHealthRun').implement({
  fields: (t) => contractFields(t, planHealthRun),
})

const PlanHealthRef = builder.objectRef<Wire<PlanHealth>>('PlanHealth').implement({
  fields: (t) => ({
    ...contractFields(t, planHealth.omit({ runs: true })),
    runs: t.field({ type: [PlanHealthRunRef], resolve: health.entities('runs') }),
  }),
})

builder.queryFields((t) => ({
  planHealth: t.field({
    description:
      'The newest runs of plans, by their ids (at most 100); on a platform with the feature `stats`.',
    type: [PlanHealthRef],
    args: { ids: t.arg.idList({ required: true }), runs: t.arg.int() },
    resolve: (_root, { ids, runs }, { call }) => readPlanHealth(call, ids.map(String), runs),
  }),
}))
