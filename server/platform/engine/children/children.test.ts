import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEngineBench, definitionOf, owner, type EngineBench } from '#tests/support/engine.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import type { Engine, RunStore } from '../types.ts'

let bench: EngineBench
let engine: Engine

beforeEach(async () => {
  bench = await createEngineBench()
  engine = await bench.engine()
})

afterEach(() => bench.close())

const plan = { type: 'task.workforce.plan', inputs: { plan: 'child' } }

const childRuns = async () =>
  (
    await bench.database.pool.query<{ id: string; status: string; parent_item: number }>(
      'select id, status, parent_item from workqueues where parent_task_id is not null order by parent_item, created',
    )
  ).rows

const until = async (reached: () => Promise<boolean>) => {
  const deadline = Date.now() + 10_000
  while (!(await reached())) {
    if (Date.now() > deadline) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a plan task outputs the output state of its child', async () => {
  const child = {
    a: { inputs: { x: '$state.x', y: '$state.y' }, outputs: { x: '$state.r.x', y: '$state.r.y' } },
  }
  bench.plans.set(
    'child',
    definitionOf(child, { initialState: { x: 1, y: 1 }, outputsDef: { sum: '$state.r' } }),
  )
  const inputs = { plan: 'child', initialState: { y: '$state.mine' } }
  const id = await bench.run(
    engine,
    { p: { ...plan, inputs, outputs: { sum: '$state.sum' } } },
    { initialState: { mine: 2 } },
  )
  expect(await bench.over(id)).toMatchObject({ status: 'completed', state: { sum: { x: 1, y: 2 } } })
})

test('a map runs one child per item, keeps the order and the limit of concurrency', async () => {
  const child = {
    a: { type: 'task.workforce.delay', inputs: { ms: '$state.it' }, outputs: { ms: '$state.waited' } },
  }
  bench.plans.set('child', definitionOf(child, { outputsDef: ['waited'] }))
  const inputs = { plan: 'child', items: [40, 1, 20], as: 'it', concurrency: 2 }
  const id = await bench.run(engine, {
    m: { type: 'task.workforce.map', inputs, outputs: { results: '$state.r' } },
  })
  expect((await bench.over(id)).state).toEqual({ r: [{ waited: 40 }, { waited: 1 }, { waited: 20 }] })
  const { rows } = await bench.database.pool.query<{ most: number }>(
    `select max((select count(*) from workqueues o where o.parent_task_id is not null and o.created <= w.created and o.ended > w.created))::integer as most
     from workqueues w where parent_task_id is not null`,
  )
  expect(rows[0]!.most).toBeLessThanOrEqual(2)
})

test('a child that fails fails its task with a reason that names it, and the other children are cancelled', async () => {
  const child = {
    slow: {
      type: 'task.workforce.delay',
      inputs: { ms: 60_000 },
      condition: { in: [{ var: 'item' }, ['slow']] },
    },
    wait: { type: 'task.workforce.delay', inputs: { ms: 100 } },
    bad: { depends: ['wait'], inputs: { fail: 'no' }, condition: { in: [{ var: 'item' }, ['bad']] } },
  }
  bench.plans.set('child', definitionOf(child, { name: 'Child' }))
  const id = await bench.run(engine, {
    m: { type: 'task.workforce.map', inputs: { plan: 'child', items: ['slow', 'bad'] } },
  })
  expect((await bench.over(id)).tasks[0]!.reason).toMatch(
    /^Item 1: Child workqueue "Child" \(\w{24}\) is failed$/,
  )
  await until(async () => (await childRuns()).map(({ status }) => status).join() === 'cancelled,failed')
})

test('cancelling a run cancels its children and their children', async () => {
  bench.plans.set(
    'child',
    definitionOf({ p: { type: 'task.workforce.plan', inputs: { plan: 'grandchild' } } }),
  )
  bench.plans.set('grandchild', definitionOf({ d: { type: 'task.workforce.delay', inputs: { ms: 60_000 } } }))
  const id = await bench.run(engine, { p: plan })
  await until(async () => (await childRuns()).length === 2)
  await engine.cancelWorkqueue(owner.accountId, id, owner.actor)
  await until(async () => (await childRuns()).every(({ status }) => status === 'cancelled'))
})

test.each([
  ['a workqueue', {}, { deadlineMs: 500 }],
  ['a task', { deadlineMs: 500 }, {}],
])('what the deadline of %s stops names that deadline at any depth', async (what, ofTask, ofRun) => {
  bench.plans.set('child', definitionOf({ p: { ...plan, inputs: { plan: 'grandchild' } } }))
  bench.plans.set('grandchild', definitionOf({ d: { type: 'task.workforce.delay', inputs: { ms: 60_000 } } }))
  await bench.over(await bench.run(engine, { p: { ...plan, ...ofTask } }, ofRun))
  await until(async () => (await childRuns()).every(({ status }) => status === 'cancelled'))
  const { rows } = await bench.database.pool.query(
    `select reason, count(*)::int from tasks where status = 'skipped' group by reason`,
  )
  expect(rows).toEqual([{ reason: `Cancelled by the deadline of 0.5 s of ${what} above`, count: 2 }])
})

test('an unknown plan fails the task', async () => {
  const id = await bench.run(engine, { p: plan })
  expect((await bench.over(id)).tasks[0]!.reason).toBe('No plan with the id child')
})

test('a child that could not be started is not waited for: the sweep does not ask for it', async () => {
  const asked: string[] = []
  const own = createRunStore(bench.database.pool)
  const store: RunStore = {
    ...own,
    terminal(ids) {
      asked.push(...ids)
      return own.terminal(ids)
    },
  }
  const sweeping = await bench.engine({ store, pace: { period: 20, first: 20 } })
  expect((await bench.over(await bench.run(sweeping, { p: plan }))).status).toBe('failed')
  asked.length = 0
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(asked).toEqual([])
})

test('a plan that starts itself ends in a failure', async () => {
  bench.plans.set('child', definitionOf({ p: plan }))
  const id = await bench.run(engine, { p: plan })
  expect((await bench.over(id)).status).toBe('failed')
  expect(await childRuns()).toHaveLength(16)
})

test('a retried map keeps completed children and starts only the failed ones again', async () => {
  const child = { a: { inputs: { fail: 'once', failAttempts: 1 }, condition: { var: 'item' } } }
  bench.plans.set('child', definitionOf(child))
  const retry = { max: 1, delayMs: 1, factor: 1 }
  const inputs = { plan: 'child', items: [0, 0, 0, 1], concurrency: 1 }
  const id = await bench.run(engine, { m: { type: 'task.workforce.map', inputs, retry } })
  expect((await bench.over(id)).tasks[0]).toMatchObject({ status: 'failed', attempt: 2 })
  expect((await childRuns()).map(({ parent_item }) => parent_item)).toEqual([0, 1, 2, 3, 3])
})

test('another process takes over a waiting task and the children that are running', async () => {
  bench.plans.set('child', definitionOf({ d: { type: 'task.workforce.delay', inputs: { ms: 300 } } }))
  const id = await bench.run(engine, { p: plan })
  await until(async () => (await childRuns()).length === 1)
  await bench.engine()
  await engine.stop()
  const run = await bench.over(id)
  expect(run).toMatchObject({ status: 'completed', tasks: [{ attempt: 2 }] })
  expect(await childRuns()).toHaveLength(1)
})

test('a child that is stored after its parent was cancelled is cancelled at once', async () => {
  bench.plans.set('child', definitionOf({ wait: { type: 'task.workforce.delay', inputs: { ms: 60_000 } } }))
  await engine.stop()
  const store = createRunStore(bench.database.pool)
  // The statement of the child reads its parent before the cancel, and commits after children were looked for.
  const late: RunStore = {
    ...store,
    due: async (now, limit) => ({ ...(await store.due(now, limit)), orphans: [] }),
    liveChildren: async () => [],
    liveBelow: async () => [],
    async create(run, { messages, failures, child }) {
      if (!child) return store.create(run, { messages, failures })
      await other.cancelWorkqueue(owner.accountId, run.rootId!, 'bob@test')
      return store.create(run, { messages, failures })
    },
  }
  const other = await bench.engine({ store: late })
  await bench.run(other, { p: plan })
  await until(async () => (await childRuns())[0]?.status === 'cancelled')
  const reasons = await bench.database.pool.query(
    `select distinct reason from tasks where status = 'skipped'`,
  )
  expect(reasons.rows).toEqual([{ reason: 'Cancelled by bob@test' }])
})

test('a child that the sweep cancels names who cancelled the run above it', async () => {
  await engine.stop()
  bench.plans.set('child', definitionOf({ wait: { type: 'task.workforce.delay', inputs: { ms: 60_000 } } }))
  const store = createRunStore(bench.database.pool)
  // Only the sweep finds the children of a cancelled run.
  const swept: RunStore = { ...store, liveChildren: async () => [], liveBelow: async () => [] }
  const other = await bench.engine({ store: swept })
  const id = await bench.run(other, { p: plan })
  await until(async () => (await childRuns())[0]?.status === 'started')
  await other.cancelWorkqueue(owner.accountId, id, 'bob@test')
  await until(async () => (await childRuns())[0]?.status === 'cancelled')
  const { rows } = await bench.database.pool.query('select updated_by from workqueues where parent_item = 0')
  expect(rows).toEqual([{ updated_by: 'bob@test' }])
})

test('a child that the sweep cancels names the deadline of the run above it', async () => {
  await engine.stop()
  bench.plans.set('child', definitionOf({ wait: { type: 'task.workforce.delay', inputs: { ms: 60_000 } } }))
  const swept: RunStore = { ...createRunStore(bench.database.pool), liveChildren: async () => [] }
  await bench.run(await bench.engine({ store: swept }), { p: plan }, { deadlineMs: 500 })
  await until(async () => (await childRuns())[0]?.status === 'cancelled')
  const { rows } = await bench.database.pool.query('select updated_by from workqueues where parent_item = 0')
  expect(rows).toEqual([{ updated_by: 'the deadline of 0.5 s of a workqueue above' }])
})

test('a run whose child is refused because the root was cancelled is cancelled too, and does not fail', async () => {
  await engine.stop()
  bench.plans.set('child', definitionOf({ p: { ...plan, inputs: { plan: 'leaf' } } }))
  bench.plans.set('leaf', definitionOf({ a: {} }))
  const store = createRunStore(bench.database.pool)
  let refused = () => {}
  const refusal = new Promise<void>((resolve) => (refused = resolve))
  // The cancel of the root is stored, and known to this process only after the leaf was refused.
  const slow: RunStore = {
    ...store,
    async create(run, extra) {
      if (run.depth === 2) await until(async () => (await bench.load(run.rootId!)).status === 'cancelled')
      const stored = await store.create(run, extra)
      if (run.depth === 2) setTimeout(refused, 300)
      return stored
    },
    async write(write) {
      const written = await store.write(write)
      if (write.before.depth === 0 && write.run.status === 'cancelled') await refusal
      return written
    },
  }
  const other = await bench.engine({ store: slow })
  const id = await bench.run(other, { p: plan })
  await until(async () => (await childRuns())[0]?.status === 'started')
  await other.cancelWorkqueue(owner.accountId, id, 'bob@test')
  await until(async () => (await childRuns())[0]?.status !== 'started')
  const { rows } = await bench.database.pool.query('select status, updated_by from workqueues order by depth')
  const cancelled = { status: 'cancelled', updated_by: 'bob@test' }
  expect(rows).toEqual([cancelled, cancelled])
})
