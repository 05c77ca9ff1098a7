import { timeOf } from '../process-usage.mjs'

/**
 * Measures what `count` tasks take, and prints one number a line: seconds, then microseconds of processor time a task of this
 * process and of each server. `servers`: `{ pid, tree }`, with `tree` also all that the process has started.
 */
export async function measured(count, servers, act) {
  const perTask = (from) => (microseconds, index) => Math.max(0, (microseconds - from[index]) / count)
  const before = servers.map(timeOf)
  const own = process.cpuUsage()
  const from = performance.now()
  await act()
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(own)
  const after = servers.map(timeOf).map(perTask(before))
  process.stdout.write([seconds, (user + system) / count, ...after].join('\n') + '\n')
}
