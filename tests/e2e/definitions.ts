/** Runs that the tests start; the app that they run in makes their names unique. */

const noop = 'task.workforce.noop'
const delay = 'task.workforce.delay'

export const instant = (name: string, tags: string[] = []) => ({ name, tags, tasks: [] })

export const endless = (name: string, tags: string[] = []) => ({
  name,
  tags,
  tasks: [{ name: 'wait', type: delay, inputs: { ms: 3_600_000 } }],
})

export const failing = (name: string) => ({
  name,
  tasks: [
    { name: 'weigh', type: noop },
    { name: 'settle', type: noop, depends: ['weigh'], inputs: { fail: 'no checksum' } },
  ],
})

/** Eleven retries, so twelve error entries in the log. */
export const verbose = (name: string) => ({
  name,
  tasks: [
    { name: 'settle', type: noop, inputs: { fail: 'busy' }, retry: { max: 11, delayMs: 1, factor: 1 } },
  ],
})

/** weigh -> load -> drive -> report, and a branch that a condition skips; drive lasts an hour. */
export const branching = (name: string) => ({
  name,
  description: 'A branch is skipped',
  tags: ['branch'],
  initialState: { route: 'north' },
  tasks: [
    { name: 'weigh', type: noop },
    { name: 'load', type: noop, depends: ['weigh'] },
    { name: 'refuse', type: noop, depends: ['weigh'], condition: { in: ['south', [{ var: 'route' }]] } },
    { name: 'drive', type: delay, depends: ['load'], inputs: { ms: 3_600_000 } },
    { name: 'report', type: noop, depends: ['drive'] },
  ],
})

/** plan -> twelve shards, of which 3 and 9 fail -> merge; beside them two tasks that end alike. */
export const fannedOut = (name: string) => ({
  name,
  tasks: [
    { name: 'plan', type: noop },
    ...Array.from({ length: 12 }, (_, index) => ({
      name: `shard ${index + 1}`,
      type: noop,
      depends: ['plan'],
      ...([2, 8].includes(index) && { inputs: { fail: 'row is locked' } }),
    })),
    { name: 'merge', type: noop, depends: Array.from({ length: 12 }, (_, index) => `shard ${index + 1}`) },
    { name: 'pack EU', type: noop, depends: ['plan'] },
    { name: 'pack UK', type: noop, depends: ['plan'] },
  ],
})
