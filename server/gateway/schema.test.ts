import { readFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema, validate, parse } from 'graphql'
import { expect, it } from 'vitest'
import storedOperations from '#shared/operations.json' with { type: 'json' }
import { createDocuments } from './lib/documents.ts'
import type { Backlogs } from './domains/backlog/backlogs.ts'
import { liveFields, schema } from './schema.ts'

it('equals the schema file that types the client', () => {
  const file = readFileSync(new URL('../../shared/schema.graphql', import.meta.url), 'utf8')
  expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(file)
})

it('has a live field for every subscription', () => {
  const fields = Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).sort()
  expect(
    liveFields({} as Backlogs)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(fields)
})

it('keeps every stored operation within the limits', () => {
  const documents = createDocuments(schema, { introspection: false })
  for (const [hash, { text }] of Object.entries(storedOperations as Record<string, { text: string }>)) {
    expect(validate(schema, parse(text)), hash).toEqual([])
    expect(documents.prepare(text, null).text).toBe(text)
  }
})
