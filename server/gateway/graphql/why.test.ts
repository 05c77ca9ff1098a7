import { describe, expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'

const fields = 'why { code since text short action { kind label taskId } }'

const charge = {
  _id: 't1',
  name: 'Charge US',
  type: 'task.payments.chargecard',
  status: 'failed',
  attempt: 3,
  retry: { max: 2 },
  version: '2.14.1',
  hostName: 'host-1',
  ended: '2026-11-22T14:04:28.000Z',
  reason: 'Card scheme timed out',
}
const close = {
  id: 't2',
  name: 'Close',
  type: 'task.workforce.noop',
  status: 'notstarted',
  depends: ['Charge US'],
}
const run = { _id: 'w1', name: 'Run', status: 'failed', tasks: [charge, close] }

describe('on a platform that answers no causes', () => {
  it('the gateway computes those of a run and of its tasks from one answer', async () => {
    const { data, calls } = await runOperation(`{ workqueue(id: "w1") { ${fields} tasks { ${fields} } } }`, {
      'GET workqueues/w1': run,
    })
    const failed = {
      code: 'failed',
      since: charge.ended,
      text: 'Charge US failed: Card scheme timed out. Attempts 3/3 on payments 2.14.1 @ host-1',
      short: 'attempt 3/3 failed',
      action: { kind: 'rerun', label: 'Re Run', taskId: 't1' },
    }
    const held = {
      code: 'held',
      since: charge.ended,
      text: 'Not started: waits for Charge US, which failed',
      short: 'waits for Charge US',
      action: { kind: 'rerun', label: 'Re Run Charge US', taskId: 't1' },
    }
    expect(data).toEqual({ workqueue: { why: failed, tasks: [{ why: failed }, { why: held }] } })
    expect(calls).toHaveLength(1)
  })

  it('a row of a list says what its status says, and reads nothing more', async () => {
    const rows = [
      { _id: 'w1', status: 'failed' },
      { _id: 'w2', status: 'completed' },
      { _id: 'w3', status: 'cancelled', updatedBy: 'ana' },
      { _id: 'w4', status: 'frozen' },
      { _id: 'w5' },
    ]
    const { data, calls } = await runOperation(
      '{ workqueues(appId: "a1", page: 1, perPage: 10) { rows { why { text } } } }',
      { 'GET workqueues': { data: rows, total: 5 } },
    )
    const texts = ['A task failed', null, 'Cancelled by ana', null, null]
    expect(data).toEqual({ workqueues: { rows: texts.map((text) => ({ why: text && { text } })) } })
    expect(calls).toHaveLength(1)
  })

  it('a task outside of its run says what it tells itself', async () => {
    const rows = [
      charge,
      { ...close },
      { ...close, status: 'skipped', reason: 'Cancelled by ana' },
      { ...close, status: 'skipped', condition: false },
    ]
    const { data } = await runOperation('{ tasks(page: 1, perPage: 10) { rows { why { text } } } }', {
      'GET tasks': { data: rows, total: 4 },
    })
    const texts = [
      'Charge US failed: Card scheme timed out. Attempts 3/3 on payments 2.14.1 @ host-1',
      null,
      'Cancelled by ana',
      null,
    ]
    expect(data).toEqual({ tasks: { rows: texts.map((text) => ({ why: text && { text } })) } })
  })
})

it("the platform's own causes are answered as they are, also where it says that there is none", async () => {
  const why = {
    code: 'nobody',
    since: null,
    text: 'Waiting: nobody polls',
    short: 'nobody polls',
    action: null,
  }
  const { data } = await runOperation(`{ workqueue(id: "w1") { ${fields} tasks { ${fields} } } }`, {
    'GET workqueues/w1': { ...run, why, tasks: [{ ...charge, why: null }, close] },
  })
  expect(data).toMatchObject({ workqueue: { why, tasks: [{ why: null }, { why: { code: 'held' } }] } })
})
