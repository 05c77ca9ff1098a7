import SchemaBuilder from '@pothos/core'
import { GraphQLError } from 'graphql'
import type { Task } from '#shared/domains/tasks/contract.ts'
import type { WorkerWithSecrets } from '#shared/domains/workers/contract.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { Json } from '#shared/lib/json.ts'
import type { Wire } from '../lib/wire.ts'
import type { GraphqlContext } from './context.ts'

/** The schema is written in code (Pothos). `npm run schema` prints it; the types of the client are made from it. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext
  DefaultFieldNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: string; Output: string }
    JSON: { Input: Json; Output: Json }
  }
}>({ defaultFieldNullability: false })

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})

builder.scalarType('DateTime', {
  description: 'A moment as an ISO 8601 string with a zone.',
  serialize: (value) => value,
  parseValue: (value) => {
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (Number.isNaN(time)) throw new GraphQLError('A moment must be an ISO 8601 string')
    return new Date(time).toISOString()
  },
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value as Json,
})

/**
 * Types that fields of more than one domain name. Their fields are defined in the domain of the same name. A parent
 * is the entity as the platform answered it, so only requested fields are mapped.
 */
export const TaskRef = builder.objectRef<Wire<Task>>('Task')
export const WorkqueueRef = builder.objectRef<Wire<Workqueue>>('Workqueue')
export const WorkerRef = builder.objectRef<Wire<WorkerWithSecrets>>('Worker')
