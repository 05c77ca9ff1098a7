import { why, whyAction, type Why, type WhyAction } from '#shared/domains/tasks/why/contract.ts'
import { readers } from '../lib/readers.ts'
import { isWire, type Wire } from '../lib/wire.ts'
import { builder } from './builder.ts'
import { contractFields } from './contract-fields.ts'

const WhyActionRef = builder.objectRef<Wire<WhyAction>>('WhyAction').implement({
  fields: (t) => contractFields(t, whyAction),
})

const action = readers(why).object('action')

/** Why a task or a run is in its state; a field of both. */
export const WhyRef = builder.objectRef<Wire<Why>>('Why').implement({
  fields: (t) => ({
    ...contractFields(t, why.omit({ action: true })),
    action: t.field({
      type: WhyActionRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.action) ? action(entity) : null),
    }),
  }),
})
