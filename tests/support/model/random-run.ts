import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import type { Json } from '#shared/lib/json.ts'
import { shuffled } from '../random.ts'
import { createRandom, type Random } from './random.ts'

/**
 * A random definition: layers with random edges, some tasks that fail in given attempts, conditions over the
 * outputs of others, retries, continueOnError, entry tasks and error tasks. Every task writes the state.
 */
export function randomDefinition(seed: number): Definition {
  const random = createRandom(seed)
  const ordinary = 2 + random.below(18)
  const names = Array.from({ length: ordinary }, (_, index) => `t${index}`)
  const tasks = names.map((name, index) => randomTask(random, name, names.slice(0, index)))
  const errorNames = random.chance(0.6)
    ? names.slice(0, 1 + random.below(3)).map((_, index) => `e${index}`)
    : []
  for (const [index, name] of errorNames.entries()) {
    const task = randomTask(random, name, errorNames.slice(0, index))
    if (random.chance(0.3)) task.depends = [...(task.depends ?? []), random.pick(names)]
    tasks.push(task)
  }
  const free = tasks.filter((task) => !task.depends?.length && !errorNames.includes(task.name))
  const entries = random.chance(0.3) ? free.filter(() => random.chance(0.6)).map((task) => task.name) : []
  return {
    name: `model ${seed}`,
    initialState: { go: random.chance(0.5), level: random.below(3) },
    ...(entries.length ? { firstTasks: entries } : {}),
    ...(errorNames.length ? { errorTasks: errorNames } : {}),
    // The order in a definition must have no effect on the order of execution.
    tasks: shuffled(tasks, random.below),
  }
}

function randomTask(random: Random, name: string, before: readonly string[]): TaskDefinition {
  const near = before.slice(-6)
  const depends = near.filter(() => random.chance(0.35))
  const failures = random.chance(0.25) ? [1, 2, 3, 4].filter(() => random.chance(0.6)) : []
  return {
    name,
    type: 'task.workforce.noop',
    depends,
    inputs: {
      failures,
      ms: random.below(4),
      value: random.below(3),
      seen: `$state.${random.pick(['go', 'x.t1', 'x.t2', 'level'])}`,
    },
    outputs: {
      value: `$state.x.${name}`,
      seen: `$state.seen.${name}`,
      last: '$state.last',
      absent: '$state.never',
    },
    ...(random.chance(0.2) ? { condition: randomCondition(random, before, 2) } : {}),
    ...(random.chance(0.2) ? { continueOnError: true } : {}),
    ...(random.chance(0.3)
      ? { retry: { max: random.below(3), delayMs: random.below(8), factor: 1 + random.below(2) } }
      : {}),
  }
}

function randomCondition(random: Random, before: readonly string[], depth: number): Json {
  const other = before.length ? random.pick(before) : 't0'
  const leaf = (): Json =>
    random.pick<Json>([
      { var: 'go' },
      { var: [`x.${other}`, 1] },
      { var: `x.${other}` },
      { in: [{ var: 'level' }, [0, 2]] },
      { in: [{ var: [`seen.${other}`, 7] }, [7, null, 1]] },
    ])
  if (depth === 0 || random.chance(0.5)) return leaf()
  const parts = [randomCondition(random, before, depth - 1), leaf()]
  return random.chance(0.5) ? { and: parts } : { or: parts }
}
