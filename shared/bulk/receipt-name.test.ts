import { expect, test } from 'vitest'
import { bulkActions } from './contract.ts'
import { receiptName, receiptOutcome } from './receipt-name.ts'

const ofRun = { action: 'restart-tasks', total: 12, name: 'Nightly invoice run', status: 'failed' }

test.each([
  [ofRun, 'Restart of 12 failed tasks of Nightly invoice run'],
  [{ ...ofRun, total: 1, alias: 'canary' }, 'Restart of 1 failed task of Nightly invoice run on canary'],
  [
    { ...ofRun, status: 'queued', alias: 'canary' },
    'Move of 12 queued tasks of Nightly invoice run to canary',
  ],
  [{ ...ofRun, status: null, name: '' }, 'Restart of 12 tasks'],
  [
    { action: 'cancel-workqueues', total: 1200, name: 'Billing', status: 'started' },
    'Cancel of 1,200 workqueues of Billing',
  ],
  [{ action: 'start-workqueues', total: 1, name: 'Export' }, 'Start of 1 workqueue of Export'],
  [{ action: 'backfill-schedule', total: 3, name: 'Nightly' }, 'Backfill of 3 times of Nightly'],
  [{ action: 'archive-files', total: 2, name: '' }, 'Action on 2 rows'],
])('%o is named %s', (receipt, name) => {
  expect(receiptName(receipt)).toBe(name)
})

test('every action has words of its own for what came of it', () => {
  const outcomes = bulkActions.map((action) =>
    receiptOutcome({ action, name: '', total: 4, done: 2, failed: 1 }),
  )
  expect(outcomes).toEqual([
    'Cancelled 2 of 4 workqueues, 1 refused, 1 to come',
    'Restarted 2 of 4 tasks, 1 refused, 1 to come',
    'Started 2 of 4 workqueues, 1 refused, 1 to come',
    'Backfilled 2 of 4 times, 1 refused, 1 to come',
  ])
  expect(receiptOutcome({ ...ofRun, total: 1, status: 'queued', alias: 'b', done: 1, failed: 0 })).toBe(
    'Moved 1 of 1 task',
  )
})
