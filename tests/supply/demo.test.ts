import { expect, test } from 'vitest'
import { checkDefinition } from '#shared/domains/workqueues/rules.ts'
import * as plans from '../demo/plans.ts'
import { workersOfTeams } from '../demo/set-up.ts'
import { hostsOf, workOf, type Conditions } from '../demo/work.ts'

const definitions = [
  plans.nightlyInvoices,
  plans.archivedInBulk,
  plans.chargeCustomer,
  plans.invoicePreview,
  plans.refund,
  plans.refundBatch('0123456789abcdef01234567'),
  plans.reindexSearch,
]
const calm: Conditions = { schemeDown: false, mailStopped: false, payments: '2.14.1', ledgerSlow: false }
const down = Object.assign({}, calm, { schemeDown: true })
const queue = {
  type: 'task.payments.chargecard',
  aliasId: '',
  queueUrl: '',
  accessKeyId: '',
  secretAccessKey: '',
  keyId: '',
  privateKey: '',
}
const batch = (cards: number) => ({
  taskId: 't1',
  lease: 'l1',
  name: 'Charge cards US',
  attempt: 1,
  inputs: { batch: 'batch-US', cards: Array.from({ length: cards }, () => 'card') },
})
const failureOf = (alias: string, cards: number, conditions: Conditions) =>
  workOf(Object.assign({ alias }, queue), batch(cards), conditions).failure?.reason

test('every plan of the demonstration is valid, and each of its task types has a worker', () => {
  const types = Object.entries(workersOfTeams).flatMap(([team, workers]) =>
    Object.keys(workers).map((name) => `task.${team}.${name}`),
  )
  for (const definition of definitions) {
    expect(checkDefinition(definition)).not.toHaveProperty('faults')
    for (const { type } of definition.tasks)
      if (!type.startsWith('task.workforce.')) expect(types).toContain(type)
  }
})

test('a large batch fails on the new version only, and no host polls bigbatch', () => {
  expect(failureOf('default', 214, down)).toBe(
    'Card scheme timed out after 30000 ms (scheme=visa, batch=batch-US)',
  )
  expect(failureOf('stable', 214, down)).toBeUndefined()
  expect(failureOf('default', 100, down)).toBeUndefined()
  expect(failureOf('default', 214, calm)).toBeUndefined()
  expect(hostsOf({ type: 'task.ledger.loadwarehouse', alias: 'bigbatch' })).toEqual([])
  expect(hostsOf({ type: 'task.ledger.loadwarehouse', alias: 'default' })).toHaveLength(1)
})
