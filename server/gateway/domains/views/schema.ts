import { view, type StoredView } from '#shared/domains/views/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { deletionResolver, idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { createView, deleteView, listViews, updateView, type ViewChange } from './upstream.ts'

const read = readers(view)

const OwnerRef = builder.objectRef<Wire<StoredView['owner']>>('ViewOwner').implement({
  fields: (t) => contractFields(t, view.shape.owner),
})

const ViewRef = builder.objectRef<Wire<StoredView>>('View').implement({
  description: "A saved view of a screen's list.",
  fields: (t) => ({
    ...contractFields(t, view.omit({ query: true, owner: true })),
    query: t.string({
      description: "The query of the screen's address.",
      resolve: (entity) => queryText(entity['query']),
    }),
    columns: t.stringList({
      description: 'Null: those of the screen.',
      nullable: true,
      resolve: (entity) => (Array.isArray(entity.columns) ? read.texts('columns')(entity) : null),
    }),
    owner: t.field({
      type: OwnerRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.owner) ? read.object('owner')(entity) : null),
    }),
  }),
})

/** Programs may store the parameters by name; a list is joined by commas, as in the addresses of screens. */
function queryText(query: unknown): string {
  if (!isWire(query)) return typeof query === 'string' ? query : ''
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
}

builder.queryField('views', (t) =>
  t.field({
    description: 'The own and the shared views of a screen; with the feature `views`.',
    type: [ViewRef],
    args: { screen: t.arg.string({ required: true }) },
    resolve: (_root, { screen }, { call }) => listViews(call, screen),
  }),
)

const changes = builder.args((t) => ({
  columns: t.stringList({ description: 'Keys in their order; null: those of the screen.' }),
  widths: t.field({ type: 'JSON', description: 'Pixels by column.' }),
  sort: t.string(),
  shared: t.boolean(),
}))

builder.mutationFields((t) => ({
  createView: t.field({
    type: ViewRef,
    args: {
      screen: t.arg.string({ required: true }),
      name: t.arg.string({ required: true }),
      query: t.arg.string({ required: true }),
      ...changes,
    },
    resolve: (_root, { screen, ...body }, { call }) => createView(call, screen, given(body)),
  }),
  updateView: t.field({
    description: 'Changes what is given; the rest stays.',
    type: ViewRef,
    args: { ...idArgs, name: t.arg.string(), query: t.arg.string(), ...changes },
    resolve: (_root, { id, ...body }, { call }) => updateView(call, id, given(body)),
  }),
  deleteView: t.id({ args: idArgs, resolve: deletionResolver(deleteView) }),
}))

/** What a request gives. A name, a query and `shared` cannot be removed; the platform judges the widths. */
function given(args: Record<string, unknown>): ViewChange {
  const kept = ['name', 'query', 'shared']
  const entries = Object.entries(args).filter(
    ([key, value]) => value !== undefined && !(value === null && kept.includes(key)),
  )
  return Object.fromEntries(entries) as ViewChange
}
