import SchemaBuilder from '@pothos/core'
import { printType } from 'graphql'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { id, moment, namedReference } from '#shared/lib/wire.ts'
import type { builder } from './builder.ts'
import { contractFields } from './contract-fields.ts'

/** The object type of a contract, in a schema that holds nothing else. */
function printed(contract: z.ZodObject): string {
  const own = new SchemaBuilder<{ DefaultFieldNullability: false }>({
    defaultFieldNullability: false,
  }) as unknown as typeof builder
  for (const name of ['DateTime', 'JSON'] as const) own.scalarType(name, { serialize: (value) => value })
  own.queryType({ fields: (t) => ({ ok: t.boolean({ resolve: () => true }) }) })
  const ref = own.objectRef<object>('Thing').implement({ fields: (t) => contractFields(t, contract) })
  return printType(own.toSchema().getType(ref.name)!)
}

it('every kind of field has its GraphQL type', () => {
  const contract = z.object({
    _id: id,
    name: z.string().trim().max(9),
    kind: z.enum(['a', 'b']),
    reason: z.string().nullable(),
    tags: z.array(z.string()),
    created: moment,
    ended: moment.nullable().optional(),
    version: z.int(),
    share: z.number(),
    sample: z.boolean(),
    appId: id,
    teamId: z.union([id, namedReference]),
    state: jsonObject,
  })
  expect(printed(contract)).toBe(
    `type Thing {
  appId: ID
  created: DateTime
  ended: DateTime
  id: ID!
  kind: String!
  name: String!
  reason: String
  sample: Boolean
  share: Float
  state: JSON
  tags: [String!]!
  teamId: ID
  version: Int
}`,
  )
})

it('a list of entities needs an explicit type, which decides its shown fields', () => {
  expect(() => printed(z.object({ keys: z.array(z.object({ secret: z.string() })) }))).toThrow(/^keys: /)
})
