import { expect, it } from 'vitest'
import { foundPlans } from './plan-search.ts'

const plan = (id: string, name: string, description = '', updated = '2026-01-01T00:00:00Z') => ({
  id,
  name,
  description,
  updated,
})
const plans = [
  plan('a', 'Archive', 'moves nightly invoices away', '2026-03-01T00:00:00Z'),
  plan('b', 'Nightly invoices EU'),
  plan('c', 'Nightly invoices US', '', '2026-02-01T00:00:00Z'),
  plan('d', 'Refunds'),
]
const found = (text: string, ran: [string, string][] = [], sort?: string) =>
  foundPlans(plans, text, { ranAt: new Map(ran), sort }).map(({ id }) => id)

it('finds every word in name or description; names come first, of these the one that ran last', () => {
  expect(found('NIGHT inv')).toEqual(['b', 'c', 'a'])
  expect(found('night inv', [['c', '2026-03-02T00:00:00Z']])).toEqual(['c', 'b', 'a'])
  expect(found('night refunds')).toEqual([])
  expect(found('  ')).toHaveLength(4)
})

it('takes whole words before longer ones and these before parts of words, numbers by their size', () => {
  const carriers = ['Carrier 117', 'Carrier 171', 'Carrier 17', 'Carrier 20'].map((name) => plan(name, name))
  const names = (text: string) => foundPlans(carriers, text, { ranAt: new Map() }).map(({ name }) => name)
  expect(names('carrier 17')).toEqual(['Carrier 17', 'Carrier 171', 'Carrier 117'])
  expect(names('car')).toEqual(['Carrier 17', 'Carrier 20', 'Carrier 117', 'Carrier 171'])
})

it('keeps the order that the user has chosen', () => {
  expect(found('night', [], '-updated')).toEqual(['a', 'c', 'b'])
  expect(found('night', [], 'name')).toEqual(['a', 'b', 'c'])
})
