import { DEFAULT_PAGE_SIZE } from '../../../../shared/lib/paging.ts'
import { builder } from '../../graphql/builder.ts'
import { jsonOrNull, momentOrNull, text, wireId, type Wire } from '../../graphql/wire.ts'
import { getPlan, listPlans } from './upstream.ts'

const initialState = jsonOrNull('initialState')

const PlanRef = builder.objectRef<Wire>('Plan').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ resolve: text('name') }),
    description: t.string({ resolve: text('description') }),
    initialState: t.field({ type: 'JSON', resolve: (plan) => initialState(plan) ?? {} }),
    updated: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('updated') }),
  }),
})

const PlanPage = builder.objectRef<{ rows: Wire[]; total: number }>('PlanPage').implement({
  fields: (t) => ({
    rows: t.field({ type: [PlanRef], resolve: (page) => page.rows }),
    total: t.exposeInt('total'),
  }),
})

builder.queryFields((t) => ({
  plan: t.field({
    type: PlanRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { call }) => getPlan(call, id),
  }),
  plans: t.field({
    type: PlanPage,
    args: {
      page: t.arg.int({ required: true, defaultValue: 1 }),
      perPage: t.arg.int({ required: true, defaultValue: DEFAULT_PAGE_SIZE }),
    },
    resolve: (_root, { page, perPage }, { call }) => listPlans(call, page, perPage),
  }),
}))
