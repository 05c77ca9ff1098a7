import { readFileSync, readdirSync } from 'node:fs'
import { execFileSync } from 'node:child_process'

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

const tick = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Microseconds of processor time that a server has taken so far. */
export function timeOf({ pid, tree }) {
  if (!tree) return timesOf(pid).own
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), timesOf(name).parent]),
  )
  const isBelow = (one) => one === pid || (parents.get(one) > 1 && isBelow(parents.get(one)))
  // A process that has ended is counted among the children of its parent.
  return [...parents.keys()].filter(isBelow).reduce((sum, one) => {
    const { own, ended } = timesOf(one)
    return sum + own + ended
  }, 0)
}

/** Zero for a process that has ended meanwhile. */
function timesOf(pid) {
  try {
    const [, text] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    const fields = text.split(' ').map(Number)
    return {
      parent: fields[1],
      own: (fields[11] + fields[12]) * tick,
      ended: (fields[13] + fields[14]) * tick,
    }
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
    return { parent: 0, own: 0, ended: 0 }
  }
}
