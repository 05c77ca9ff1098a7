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
