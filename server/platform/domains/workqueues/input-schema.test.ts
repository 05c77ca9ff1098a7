import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
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
  planId = (await call('post', 'plans', plan)).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const inputSchema = {
  type: 'object',
  required: ['customer'],
  properties: { customer: { type: 'number' }, region: { enum: ['EU', 'US'] } },
}
const plan = {
  name: 'Invoice',
  initialState: { region: 'EU' },
  inputSchema,
  tasks: [{ name: 'One', type: 'task.workforce.noop' }],
}
const refusal = 'initialState/customer must be a number; initialState/region must be one of EU, US'
const wrong = { customer: 'x', region: 'UK' }

test('a plan keeps its schema, and its revisions theirs', async () => {
  const { body: stored } = await call('post', 'plans', plan)
  expect(stored.inputSchema).toEqual(inputSchema)
  const { body: renamed } = await call('put', `plans/${stored._id}`, { name: 'Renamed' })
  expect(renamed.inputSchema).toEqual(inputSchema)
  const { inputSchema: _left, ...whole } = renamed
  expect((await call('put', `plans/${stored._id}`, whole)).body).not.toHaveProperty('inputSchema')
  expect((await call('get', `plans/${stored._id}/revisions/1`)).body.inputSchema).toEqual(inputSchema)
})

test('a schema that cannot be used is refused with its faults, as a list or a text is', async () => {
  const refused = (schema: unknown) => call('post', 'plans', { ...plan, inputSchema: schema })
  const { status, body } = await refused({ properties: { a: { type: 'text' }, b: { pattern: '(?=x)' } } })
  expect([status, body.code]).toEqual([422, 'INVALID_DEFINITION'])
  expect(body.faults.map(({ path }: { path: string }) => path)).toEqual([
    'inputSchema.properties.a.type',
    'inputSchema.properties.b.pattern',
  ])
  for (const other of [[], 'text', true, null]) expect((await refused(other)).status).toBe(422)
})

test('every start is checked: of the plan, from the plan, of a definition', async () => {
  const starts: [string, object][] = [
    [`plans/${planId}/run?appId=${appId}`, { initialState: wrong }],
    [`workqueues?appId=${appId}`, { plan: planId, initialState: wrong }],
    [`workqueues?appId=${appId}`, { ...plan, initialState: wrong }],
  ]
  for (const [path, body] of starts) {
    const answer = await call('post', path, body)
    expect([answer.status, answer.body.message]).toEqual([400, refusal])
    expect(answer.body.faults).toEqual([
      { path: 'initialState.customer', message: 'must be a number' },
      { path: 'initialState.region', message: 'must be one of EU, US' },
    ])
  }
  const own = await call('post', `plans/${planId}/run?appId=${appId}`, {})
  expect([own.status, own.body.message]).toEqual([400, 'initialState/customer is required'])
  expect((await call('get', `workqueues?appId=${appId}`)).body.total).toBe(0)
  const right = await call('post', `plans/${planId}/run?appId=${appId}`, { initialState: { customer: 1 } })
  expect(right.status).toBe(200)
})

test('a task that would start such a run fails with the reason', async () => {
  const parent = {
    name: 'Parent',
    tasks: [
      {
        name: 'Child',
        type: 'task.workforce.plan',
        inputs: { plan: planId, initialState: { region: 'EU' } },
      },
    ],
  }
  const { body } = await call('post', `workqueues?appId=${appId}`, parent)
  await vi.waitFor(
    async () => {
      const run = (await call('get', `workqueues/${body._id}`)).body
      expect([run.status, run.tasks[0].reason]).toEqual(['failed', 'initialState/customer is required'])
    },
    { timeout: 5000, interval: 20 },
  )
})
