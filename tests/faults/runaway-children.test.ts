import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultEngineLimits } from '#server/platform/engine/limits/limits.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createEngineBench, definitionOf, owner, type EngineBench } from '../support/engine.ts'
import { evidence } from '../support/evidence.ts'

/** Check 69: the runs that one root starts are bounded, share with others, and end with it. */

let bench: EngineBench
let engine: Engine
const limits = { runsBelowRoot: 300, liveBelowRoot: 60 }
beforeEach(async () => {
  bench = await createEngineBench()
  engine = await bench.engine({ limits })
})
afterEach(() => bench.close())

const count = async (from: string) =>
  (await bench.database.pool.query<{ count: number }>(`select count(*)::integer from ${from}`)).rows[0]!.count
const below = `workqueues where root_id is not null`
const liveBelow = `${below} and status in ('notstarted', 'started')`
const mapTo = (plan: string, items: number, tasks = {}) => ({
  m: {
    type: 'task.workforce.map',
    inputs: { plan, items: Array.from({ length: items }, (_, n) => n), concurrency: 100 },
  },
  ...tasks,
})
const wait = { d: { type: 'task.workforce.delay', inputs: { ms: 60_000 } } }

test(
  'a plan that maps onto itself is bounded, and another run waits for a moment only',
  { timeout: 60_000 },
  async () => {
    bench.plans.set('self', definitionOf(mapTo('self', 100)))
    const root = await bench.run(engine, mapTo('self', 100))
    let [slowest, mostLive] = [0, 0]
    while ((await bench.load(root)).status === 'started') {
      mostLive = Math.max(mostLive, await count(liveBelow))
      const from = performance.now()
      const id = await bench.run(engine, { a: {}, b: { depends: ['a'] } })
      await bench.over(id)
      slowest = Math.max(slowest, performance.now() - from)
    }
    const started = await count(below)
    const run = await bench.load(root)
    expect(run).toMatchObject({ status: 'failed' })
    expect(started).toBeLessThanOrEqual(limits.runsBelowRoot)
    expect(mostLive).toBeLessThanOrEqual(limits.liveBelowRoot + 1)
    expect(slowest).toBeLessThan(1000)
    await expect.poll(() => count(liveBelow), { timeout: 10_000 }).toBe(0)
  },
)

test(
  'a root starts as many runs as it may in its life, then the task that wants more fails',
  { timeout: 60_000 },
  async () => {
    bench.plans.set('leaf', definitionOf({ a: {} }))
    const retry = { max: 1, delayMs: 1, factor: 1 }
    const { m } = mapTo('leaf', 350)
    const id = await bench.run(engine, { m: { ...m, retry } })
    await expect.poll(async () => (await bench.load(id)).status, { timeout: 30_000 }).toBe('failed')
    // Items start at the same time, so the first that is refused can be any of them.
    const reason = (await bench.load(id)).tasks[0]!.reason ?? ''
    const item = Number(/^Item (\d{1,3}): /.exec(reason)?.[1])
    expect(m.inputs.items).toContain(item)
    expect(reason).toBe(
      `Item ${item}: The workqueue at the top, ${id}, has started 300 workqueues below it, which is the limit`,
    )
    expect(await count(below)).toBe(limits.runsBelowRoot)
    evidence({
      check: 69,
      figures: {
        'runs that one root wants': 350,
        'runs that it may start': limits.runsBelowRoot,
        started: await count(below),
      },
      breaks: 'a child is stored without being counted for its root',
    })
  },
)

test(
  'a fork that would be deep and wide waits for room instead of ending, and comes to its end',
  { timeout: 60_000 },
  async () => {
    const roomy = await bench.engine({ limits: { runsBelowRoot: 1000, liveBelowRoot: 20 } })
    bench.plans.set('leaf', definitionOf({ a: {} }))
    bench.plans.set('middle', definitionOf(mapTo('leaf', 5)))
    bench.plans.set('upper', definitionOf(mapTo('middle', 5)))
    const id = await bench.run(roomy, mapTo('upper', 5))
    await expect.poll(async () => (await bench.load(id)).status, { timeout: 30_000 }).toBe('completed')
    expect(await count(below)).toBe(5 + 25 + 125)
  },
)

test(
  'a cancel of the root ends all below within 2 s, while its children are being started',
  { timeout: 60_000 },
  async () => {
    const { liveBelowRoot } = defaultEngineLimits
    const wide = await bench.engine()
    bench.plans.set('leaf', definitionOf(wait))
    bench.plans.set('middle', definitionOf(mapTo('leaf', 100)))
    const id = await bench.run(wide, mapTo('middle', 50))
    await expect.poll(() => count(liveBelow), { timeout: 30_000 }).toBeGreaterThan(liveBelowRoot / 2)
    const from = performance.now()
    await wide.cancelWorkqueue(owner.accountId, id, 'bob@test')
    const answered = performance.now() - from
    await expect.poll(() => count(liveBelow), { timeout: 10_000, interval: 20 }).toBe(0)
    const ended = performance.now() - from
    expect(answered).toBeLessThan(2000)
    const cancelled = await count(`${below} and status = 'cancelled'`)
    const started = await count(below)
    // Nothing is started afterwards, and every task says who cancelled it.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await count(below)).toBe(started)
    expect(await count(`tasks where status in ('queued', 'started', 'failed')`)).toBe(0)
    expect(await count(`tasks where reason = 'Cancelled by bob@test'`)).toBeGreaterThan(cancelled)
    expect(ended).toBeLessThan(2000)
    evidence({
      check: 69,
      figures: {
        'live runs below a root at once': liveBelowRoot,
        'runs cancelled below the root': cancelled,
        'answer, ms': answered,
        'all ended, ms': ended,
      },
      breaks: 'runs below a cancelled one are left to the sweep',
    })
  },
)
