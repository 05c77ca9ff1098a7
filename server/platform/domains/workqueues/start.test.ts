import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import type { Task } from '#shared/domains/tasks/contract.ts'
import { workqueue } from '#shared/domains/workqueues/contract.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { Engine } from '#server/platform/engine/types.ts'

let platform: TestPlatform
let engine: Engine
let appId: string
let planId: string
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine({ ...parts, clock: systemClock })))
  await engine.start()
  appId = (await call('post', 'apps', { name: 'A', description: 'B' })).body._id
  planId = (await call('post', 'plans', { ...definition, initialState: { from: 'plan' } })).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const noop = (name: string, inputs = {}) => ({ name, type: 'task.workforce.noop', inputs })
const definition = { name: 'Run', description: 'Of the test', tags: ['t'], tasks: [noop('One')] }
/** Waits forever: no worker has its type. */
const waiting = { name: 'Waiting', tasks: [{ name: 'Wait', type: 'task.nobody.works' }] }
const until = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const { body } = await call('get', `workqueues/${id}`)
      expect(body.status).toBe(status)
      return workqueue.parse(body)
    },
    { timeout: 5000, interval: 10 },
  )
const audited = async (action: string, entityId: string) =>
  (
    await platform.pool.query(
      'select actor, entity, result, source from audit where action = $1 and entity_id = $2',
      [action, entityId],
    )
  ).rows
const record = { actor: 'alice@example.test', source: '127.0.0.1', result: 'done' }

describe('starting', () => {
  test('a definition, with the app in the query', async () => {
    const answer = await call('post', `workqueues?appId=${appId}`, { ...definition, initialState: { a: 1 } })
    expect(answer.status).toBe(201)
    expect(workqueue.parse(answer.body)).toMatchObject({
      appId,
      name: 'Run',
      description: 'Of the test',
      tags: ['t'],
      planId: null,
      rerunOf: null,
      initialState: { a: 1 },
      createdBy: 'alice@example.test',
    })
    await until(answer.body._id, 'completed')
    expect(await audited('start', answer.body._id)).toEqual([{ ...record, entity: 'workqueue' }])
  })

  test('a definition, with the app in the body', async () => {
    const answer = await call('post', 'workqueues', { ...definition, appId })
    expect([answer.status, answer.body.appId]).toEqual([201, appId])
  })

  test.each([
    ['its own initial state', {}, { from: 'plan' }],
    ['a changed one', { initialState: { from: 'caller' } }, { from: 'caller' }],
    ['an emptied one', { initialState: {} }, {}],
  ])('a plan with %s, both ways', async (_what, body, initialState) => {
    const created = await call('post', `workqueues?appId=${appId}`, { plan: planId, ...body })
    expect(created.status).toBe(201)
    const run = await call('post', `plans/${planId}/run?appId=${appId}`, body)
    expect(run.status).toBe(200)
    for (const { body: started } of [created, run])
      expect(workqueue.parse(started)).toMatchObject({ planId, name: 'Run', initialState, tags: ['t'] })
  })

  test('again from a run, which keeps its origin and its plan, even a deleted one', async () => {
    const { body: plan } = await call('post', 'plans', definition)
    const { body: first } = await call('post', `plans/${plan._id}/run?appId=${appId}`, {})
    await call('delete', `plans/${plan._id}`)
    const again = { ...definition, planId: plan._id, rerunOf: first._id }
    const answer = await call('post', `workqueues?appId=${appId}`, again)
    expect([answer.status, answer.body.planId, answer.body.rerunOf]).toEqual([201, plan._id, first._id])
    const alone = await call('post', `workqueues?appId=${appId}`, { ...definition, planId: plan._id })
    expect([alone.status, alone.body.message]).toEqual([404, 'Plan not found'])
  })

  test('a faulty definition is refused with every fault and stores nothing', async () => {
    const before = (await call('get', 'workqueues/count')).body
    const faulty = {
      name: '',
      firstTasks: ['gone'],
      tasks: [noop('Twice'), noop('Twice'), { ...noop('Odd'), depends: ['nowhere'], type: 'shell' }],
    }
    const answer = await call('post', `workqueues?appId=${appId}`, faulty)
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_DEFINITION'])
    for (const fault of [/name: /, /firstTasks\[0\]/, /Twice/, /nowhere/, /tasks\[2\].type/])
      expect(answer.body.message).toMatch(fault)
    expect((await call('get', 'workqueues/count')).body).toEqual(before)
  })

  test('the maximum depth of a condition is accepted, a deeper one is a fault', async () => {
    const nested = (levels: number): object => (levels === 1 ? { var: 'go' } : { and: [nested(levels - 1)] })
    const start = (levels: number) =>
      call('post', `workqueues?appId=${appId}`, {
        name: 'Deep',
        initialState: { go: true },
        tasks: [{ ...noop('One'), condition: nested(levels) }],
      })
    const { body: deepest } = await start(32)
    expect((await until(deepest._id, 'completed')).tasks[0]?.status).toBe('ended')
    const deeper = await start(33)
    expect([deeper.status, deeper.body.code]).toEqual([422, 'INVALID_DEFINITION'])
    expect(deeper.body.message).toMatch(/tasks\[0\]\.condition.* is nested deeper than 32/)
  })

  test('an app that is deleted meanwhile is not a server error', async () => {
    const { body: app } = await call('post', 'apps', { name: 'Short', description: 'lived' })
    const start = platform.call.post(`/api/workqueues?appId=${app._id}`).set(platform.alice.headers)
    const [removed, started] = await Promise.all([call('delete', `apps/${app._id}`), start.send(waiting)])
    // The first one wins; the other is refused.
    expect([
      [204, 404],
      [204, 409],
      [409, 201],
    ]).toContainEqual([removed.status, started.status])
  })
})

describe('cancelling', () => {
  test('answers the cancelled run with its actor', async () => {
    const { body: run } = await call('post', `workqueues?appId=${appId}`, waiting)
    const answer = await call('post', `workqueues/${run._id}/end`, { status: 'cancelled' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: 'cancelled', updatedBy: 'alice@example.test' })
    expect(answer.body.tasks.map(({ status }: Task) => status)).toEqual(['skipped'])
    expect(await audited('cancel', run._id)).toEqual([{ ...record, entity: 'workqueue' }])
    const again = await call('post', `workqueues/${run._id}/end`, { status: 'cancelled' })
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT'])
  })

  test('a renamed run continues', async () => {
    const { body: run } = await call('post', `workqueues?appId=${appId}`, waiting)
    expect((await call('put', `workqueues/${run._id}`, { name: 'Renamed' })).status).toBe(200)
    const answer = await call('post', `workqueues/${run._id}/end`, { status: 'cancelled' })
    expect(answer.body).toMatchObject({ name: 'Renamed', status: 'cancelled' })
  })
})

describe('restarting', () => {
  const failing = { name: 'Failing', tasks: [noop('Fails', { fail: 'no luck', failAttempts: 1 })] }

  test.each(['', '/alias/default'])('a failed task: restart%s', async (path) => {
    const { body: run } = await call('post', `workqueues?appId=${appId}`, failing)
    const failed = await until(run._id, 'failed')
    const taskId = failed.tasks[0]?._id ?? ''
    const answer = await call('post', `tasks/${taskId}/restart${path}`, { taskId })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ _id: taskId, workQueueId: run._id })
    const done = await until(run._id, 'completed')
    expect(done.tasks[0]).toMatchObject({ status: 'ended', attempt: 2 })
    expect(await audited('restart', taskId)).toEqual([{ ...record, entity: 'task' }])
    expect((await call('post', `tasks/${taskId}/restart`, {})).status).toBe(409)
  })
})

describe('a start with a name for the request', () => {
  const count = async () => (await call('get', `workqueues/count?appId=${appId}`)).body.count as number
  const starts: [string, (name: string) => ReturnType<typeof call>][] = [
    ['of a definition', (requestId) => call('post', `workqueues?appId=${appId}`, { ...waiting, requestId })],
    ['of a plan', (requestId) => call('post', `workqueues?appId=${appId}`, { plan: planId, requestId })],
    [
      'of a plan by its own call',
      (requestId) => call('post', `plans/${planId}/run?appId=${appId}`, { requestId }),
    ],
    [
      'in the header',
      (name) => call('post', `workqueues?appId=${appId}`, waiting).set({ 'idempotency-key': name }),
    ],
  ]

  test.each(starts)('%s starts one run, however often and at once it is sent', async (what, start) => {
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(`twice ${what}`)))
    answers.push(await start(`twice ${what}`))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    expect(answers.every(({ status }) => status < 300)).toBe(true)
    expect(await count()).toBe(before + 1)
    expect(await audited('start', answers[0]!.body._id)).toHaveLength(1)
  })

  test('that asks for something else is refused', async () => {
    await call('post', `workqueues?appId=${appId}`, { ...waiting, requestId: 'one' })
    const other = await call('post', `workqueues?appId=${appId}`, { ...definition, requestId: 'one' })
    expect(other.body).toMatchObject({
      statusCode: 409,
      message: 'Request id names an earlier request, which asked for something else',
    })
  })

  test('whose process ended before the run was stored starts it when it is repeated', async () => {
    const before = await count()
    await call('post', `workqueues?appId=${appId}`, { ...waiting, requestId: 'lost' })
    const { rows } = await platform.pool.query<{ workqueue_id: string }>(
      `delete from workqueues using start_requests where id = workqueue_id and request_id = 'lost' returning workqueue_id`,
    )
    const again = await call('post', `workqueues?appId=${appId}`, { ...waiting, requestId: 'lost' })
    expect(again.body._id).toBe(rows[0]!.workqueue_id)
    expect(await count()).toBe(before + 1)
  })

  test('of another account is another request', async () => {
    const theirs = await platform.send('post', 'apps', { name: 'B', description: 'B' }, platform.bob)
    const mine = await call('post', `workqueues?appId=${appId}`, { ...waiting, requestId: 'same' })
    const other = await platform.send(
      'post',
      `workqueues?appId=${theirs.body._id}`,
      { ...waiting, requestId: 'same' },
      platform.bob,
    )
    expect(other.status).toBe(201)
    expect(other.body._id).not.toBe(mine.body._id)
  })

  test.each([
    [{ requestId: '' }, {}, 'Request id'],
    [{ requestId: 7 }, {}, 'Request id'],
    [{}, { 'idempotency-key': 'x'.repeat(101) }, 'idempotency-key'],
    [{ requestId: 'a' }, { 'idempotency-key': 'b' }, 'Request id differs from the header idempotency-key'],
  ])('that is not valid is refused (%j, %j)', async (body, headers, field) => {
    const answer = await call('post', `workqueues?appId=${appId}`, { ...waiting, ...body }).set(headers)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(field)
  })
})
