import { expect, it } from 'vitest'
import { playOperation, type CallMade } from '../../../../tests/support/graphql-calls.ts'
import type { Answers } from '../../../../tests/support/live-gateway.ts'

const receipt = {
  ...{ _id: 'r1', action: 'cancel-workqueues', total: 3, done: 1, failed: 1, ended: null },
  results: [
    { id: 'w1', name: 'One', ok: true },
    { id: 'w2', name: 'Two', ok: false, statusCode: 409, error: 'Two has ended' },
    { id: 'w3', name: null, ok: null },
  ],
}
const moment = '2026-03-01T00:00:00.000Z'

it.each<[string, Answers, CallMade[]]>([
  ['{ receipt(id: "r1") { id } }', { 'GET receipts/r1': receipt }, [{ method: 'GET', path: 'receipts/r1' }]],
  [
    `mutation { cancelMatchingWorkqueues(appId: "a1", status: ["started"], tags: ["x", "y"],
       createdAfter: "${moment}", createdBefore: "${moment}", requestId: "q1") { id } }`,
    { 'POST workqueues/bulk/cancel': receipt },
    [
      {
        ...{ method: 'POST', path: 'workqueues/bulk/cancel' },
        body: {
          filter: {
            ...{ appId: 'a1', status: ['started'], tags: ['x', 'y'] },
            ...{ 'created[$gte]': moment, 'created[$lte]': moment },
          },
          requestId: 'q1',
        },
      },
    ],
  ],
  [
    'mutation { cancelMatchingWorkqueues(appId: "a1", status: [], requestId: "q1") { id } }',
    { 'POST workqueues/bulk/cancel': receipt },
    [{ method: 'POST', path: 'workqueues/bulk/cancel', body: { filter: { appId: 'a1' }, requestId: 'q1' } }],
  ],
  [
    'mutation { restartFailedTasks(workqueueIds: ["w1", "w1"], requestId: "q1") { id } }',
    { 'GET tasks': { data: [{ _id: 't1' }, { _id: 't2' }], total: 2 }, 'POST tasks/bulk/restart': receipt },
    [
      {
        ...{ method: 'GET', path: 'tasks' },
        query: { workQueueId: 'w1', status: ['failed'], page: 1, pagesize: 9999 },
      },
      { method: 'POST', path: 'tasks/bulk/restart', body: { ids: ['t1', 't2'], requestId: 'q1' } },
    ],
  ],
])('%s makes the calls of the platform', async (operation, answers, calls) => {
  const played = await playOperation(operation, answers)
  expect(played.errors).toBeUndefined()
  expect(played.calls).toEqual(calls)
})

it('a receipt names what was refused and why', async () => {
  const { data } = await playOperation(
    '{ receipt(id: "r1") { total done failed ended refused { id name error } } }',
    { 'GET receipts/r1': receipt },
  )
  expect(data).toEqual({
    receipt: {
      ...{ total: 3, done: 1, failed: 1, ended: null },
      refused: [{ id: 'w2', name: 'Two', error: 'Two has ended' }],
    },
  })
})

it('a platform without the call says what to do instead', async () => {
  const { errors } = await playOperation(
    'mutation { cancelMatchingWorkqueues(appId: "a1", requestId: "q1") { id } }',
    {},
  )
  expect(errors).toMatchObject([{ message: expect.stringContaining('one by one') as string }])
})

it('nothing is asked for runs without a failed task', async () => {
  const { errors, calls } = await playOperation(
    'mutation { restartFailedTasks(workqueueIds: ["w1"], requestId: "q1") { id } }',
    { 'GET tasks': { data: [], total: 0 } },
  )
  expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }])
  expect(calls).toHaveLength(1)
})

it.each([
  ['ids', (ids: string) => `mutation { cancelWorkqueues(ids: ${ids}) { id } }`],
  [
    'workqueueIds',
    (ids: string) => `mutation { restartFailedTasks(workqueueIds: ${ids}, requestId: "q1") { id } }`,
  ],
])('%s of more than 1000 runs are refused before anything is asked', async (argument, mutation) => {
  const ids = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => `w${n}`))
  const answers = { 'GET tasks': { data: [], total: 0 } }
  const { errors, calls } = await playOperation(mutation(ids(1001)), answers)
  expect(errors).toMatchObject([
    { message: `${argument}: at most 1000 at a time`, extensions: { code: 'BAD_REQUEST' } },
  ])
  expect(calls).toEqual([])
  expect((await playOperation(mutation(ids(1000)), answers)).calls).toHaveLength(1000)
})
