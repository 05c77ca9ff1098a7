import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'
import { AppError } from '#server/lib/errors.ts'

const receipt = {
  _id: 'r1',
  action: 'cancel-workqueues',
  total: 3,
  done: 1,
  failed: 1,
  ended: null,
  results: [
    { id: 'w1', name: 'One', ok: true },
    { id: 'w2', name: 'Two', ok: false, statusCode: 409, error: 'Two has ended' },
    { id: 'w3', name: null, ok: null },
  ],
}
const failedRun = {
  _id: 'w1',
  tasks: [
    { _id: 't1', name: 'fetch', status: 'failed' },
    { _id: 't0', name: 'begin', status: 'ended' },
    { _id: 't2', name: 'print', status: 'failed' },
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
        method: 'POST',
        path: 'workqueues/bulk/cancel',
        body: {
          filter: {
            appId: 'a1',
            status: ['started'],
            tags: ['x', 'y'],
            'created[$gte]': moment,
            'created[$lte]': moment,
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
    { 'GET workqueues/w1': failedRun, 'POST tasks/bulk/restart': receipt },
    [
      { method: 'GET', path: 'workqueues/w1' },
      { method: 'POST', path: 'tasks/bulk/restart', body: { ids: ['t1', 't2'], requestId: 'q1' } },
    ],
  ],
  [
    'mutation { restartFailedTasks(workqueueIds: ["w1"], taskIds: ["t2", "t9"], requestId: "q1") { id } }',
    { 'GET workqueues/w1': failedRun, 'POST tasks/bulk/restart': receipt },
    [
      { method: 'GET', path: 'workqueues/w1' },
      { method: 'POST', path: 'tasks/bulk/restart', body: { ids: ['t2'], requestId: 'q1' } },
    ],
  ],
  [
    'mutation { restartTasks(taskIds: ["t1", "t2", "t1"], alias: "stable", holdSeconds: 10, requestId: "q1") { id } }',
    { 'POST tasks/bulk/restart': receipt },
    [
      {
        method: 'POST',
        path: 'tasks/bulk/restart',
        body: { ids: ['t1', 't2'], requestId: 'q1', alias: 'stable', holdSeconds: 10 },
      },
    ],
  ],
  [
    'mutation { moveQueuedTasks(type: "task.a.pdf", from: "bigbatch", alias: "stable", holdSeconds: 10, requestId: "q1") { id } }',
    { 'POST tasks/bulk/restart': receipt },
    [
      {
        method: 'POST',
        path: 'tasks/bulk/restart',
        body: {
          filter: { type: 'task.a.pdf', alias: 'bigbatch', status: 'queued' },
          requestId: 'q1',
          alias: 'stable',
          holdSeconds: 10,
        },
      },
    ],
  ],
  [
    'mutation { startWorkqueues(appId: "a1", planId: "p1", states: [{ n: 1 }, { n: 2 }], requestId: "q1") { id } }',
    { 'POST workqueues/bulk/start': receipt },
    [
      {
        method: 'POST',
        path: 'workqueues/bulk/start',
        body: { appId: 'a1', plan: 'p1', states: [{ n: 1 }, { n: 2 }], requestId: 'q1' },
      },
    ],
  ],
  [
    'mutation { cancelReceipt(id: "r1") { id } }',
    { 'POST receipts/r1/cancel': receipt },
    [{ method: 'POST', path: 'receipts/r1/cancel' }],
  ],
])('%s makes its calls of the platform', async (operation, answers, calls) => {
  const played = await runOperation(operation, answers)
  expect(played.errors).toBeUndefined()
  expect(played.calls).toEqual(calls)
})

it('a receipt names what was done, and what was refused and why', async () => {
  const { data } = await runOperation(
    '{ receipt(id: "r1") { total done failed ended succeeded { id name } refused { id name error } } }',
    { 'GET receipts/r1': receipt },
  )
  expect(data).toEqual({
    receipt: {
      total: 3,
      done: 1,
      failed: 1,
      ended: null,
      succeeded: [{ id: 'w1', name: 'One' }],
      refused: [{ id: 'w2', name: 'Two', error: 'Two has ended' }],
    },
  })
})

it('a platform without the call gets an error that says what to do instead', async () => {
  const { errors } = await runOperation(
    'mutation { cancelMatchingWorkqueues(appId: "a1", requestId: "q1") { id } }',
    {},
  )
  expect(errors).toMatchObject([{ message: expect.stringContaining('one by one') as string }])
})

const restart = `mutation {
  restartFailedTasks(workqueueIds: ["w1"], requestId: "q1") {
    kept action total done failed ended refused { id name error }
  }
}`

it.each([404, 405, 501])(
  'on a platform that answers %i to a bulk call each failed task is restarted',
  async (status) => {
    const missing = new AppError('NOT_FOUND')
    Object.defineProperty(missing, 'statusCode', { value: status })
    const { data, calls } = await runOperation(restart, {
      'GET workqueues/w1': failedRun,
      'POST tasks/bulk/restart': missing,
      'POST tasks/t1/restart': { _id: 't1' },
      'POST tasks/t2/restart': new AppError('CONFLICT', 'It runs'),
    })
    expect(data).toEqual({
      restartFailedTasks: {
        kept: false,
        action: 'restart-tasks',
        total: 2,
        done: 1,
        failed: 1,
        ended: expect.any(String) as string,
        refused: [{ id: 't2', name: 'print', error: 'It runs' }],
      },
    })
    expect(calls.slice(2)).toEqual([
      { method: 'POST', path: 'tasks/t1/restart', body: { taskId: 't1' } },
      { method: 'POST', path: 'tasks/t2/restart', body: { taskId: 't2' } },
    ])
  },
)

it('on another alias each task is restarted by a call of its own, and a refused one says why', async () => {
  const asked =
    'mutation { restartFailedTasks(workqueueIds: ["w1"], taskIds: ["t1", "t2"], alias: "stable", requestId: "q1") { kept done failed refused { id error } } }'
  const { data, calls } = await runOperation(asked, {
    'GET workqueues/w1': failedRun,
    'POST tasks/t1/restart/alias/stable': { _id: 't1' },
    'POST tasks/t2/restart/alias/stable': new AppError('CONFLICT', 'It runs'),
  })
  expect(data).toEqual({
    restartFailedTasks: { kept: false, done: 1, failed: 1, refused: [{ id: 't2', error: 'It runs' }] },
  })
  expect(calls).toContainEqual({
    method: 'POST',
    path: 'tasks/t1/restart/alias/stable',
    body: { taskId: 't1', aliasName: 'stable' },
  })
  expect(calls.filter(({ path }) => path === 'tasks/bulk/restart')).toEqual([])
})

it('a platform that can hold many restarts on another alias gets one call', async () => {
  const asked =
    'mutation { restartFailedTasks(workqueueIds: ["w1"], alias: "stable", holdSeconds: 10, requestId: "q1") { heldUntil alias cancelledBy } }'
  const { data, calls } = await runOperation(asked, {
    'GET capabilities': { version: '1', features: ['failures'] },
    'GET workqueues/w1': failedRun,
    'POST tasks/bulk/restart': { ...receipt, heldUntil: moment, alias: 'stable', cancelledBy: null },
  })
  expect(data).toEqual({ restartFailedTasks: { heldUntil: moment, alias: 'stable', cancelledBy: null } })
  expect(calls.at(-1)).toEqual({
    method: 'POST',
    path: 'tasks/bulk/restart',
    body: { ids: ['t1', 't2'], requestId: 'q1', alias: 'stable', holdSeconds: 10 },
  })
})

it('after another refusal of a bulk call nothing is restarted one by one', async () => {
  const refused = { 'GET workqueues/w1': failedRun, 'POST tasks/bulk/restart': new AppError('CONFLICT') }
  const { errors, calls } = await runOperation(restart, refused)
  expect([errors?.[0]?.extensions.code, calls.length]).toEqual(['CONFLICT', 2])
})

it('runs without a failed task cause no restart', async () => {
  const { errors, calls } = await runOperation(
    'mutation { restartFailedTasks(workqueueIds: ["w1"], requestId: "q1") { id } }',
    { 'GET workqueues/w1': { data: { _id: 'w1', tasks: [{ _id: 't0', status: 'ended' }] } } },
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
])('%s of more than 1000 runs are refused without a call', async (argument, mutation) => {
  const ids = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => `w${n}`))
  const answers = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [`GET workqueues/w${n}`, { _id: `w${n}`, tasks: [] }]),
  )
  const { errors, calls } = await runOperation(mutation(ids(1001)), answers)
  expect(errors).toMatchObject([
    { message: `${argument}: at most 1000 at a time`, extensions: { code: 'BAD_REQUEST' } },
  ])
  expect(calls).toEqual([])
  expect((await runOperation(mutation(ids(1000)), answers)).calls).toHaveLength(1000)
})
