import { expect, test } from 'vitest'
import { wireForm } from './wire-form.ts'

interface Contract {
  _id: string
  name: string
}

test('a mapping with a missing or an additional key does not compile', () => {
  const row = { id: '1', name: 'A', extra: true }
  const exact = wireForm<Contract>()(({ id, name }: typeof row) => ({ _id: id, name }))
  // @ts-expect-error -- `name` is missing
  const missing = wireForm<Contract>()(({ id }: typeof row) => ({ _id: id }))
  // @ts-expect-error -- `extra` is not in the contract
  const additional = wireForm<Contract>()(({ id, ...rest }: typeof row) => ({ _id: id, ...rest }))
  expect([exact, missing, additional].map((map) => Object.keys(map(row)))).toEqual([
    ['_id', 'name'],
    ['_id'],
    ['_id', 'name', 'extra'],
  ])
})
