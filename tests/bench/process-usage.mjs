import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

const tick = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Microseconds of processor time that a server has taken so far. */
export function timeOf({ pid, tree }) {
  if (!tree) return timesOf(pid).own
  // A process that has ended is counted among the children of its parent.
  return treeOf(pid).reduce((sum, one) => {
    const { own, ended } = timesOf(one)
    return sum + own + ended
  }, 0)
}

/** Microseconds of processor time of the children of a process that have ended. */
export const timeOfEnded = (pid) => timesOf(pid).ended

/** The process and all that it has started, directly or not. */
function treeOf(pid) {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), timesOf(name).parent]),
  )
  const isBelow = (one) => one === pid || (parents.get(one) > 1 && isBelow(parents.get(one)))
  return [...parents.keys()].filter(isBelow)
}

/** Zero for a process that has ended meanwhile. */
function timesOf(pid) {
  const [, text] = /^.*\) (.*)$/s.exec(readProc(`${pid}/stat`)) ?? []
  if (!text) return { parent: 0, own: 0, ended: 0 }
  const fields = text.split(' ').map(Number)
  return {
    parent: fields[1],
    own: (fields[11] + fields[12]) * tick,
    ended: (fields[13] + fields[14]) * tick,
  }
}

/** A file of /proc; empty when its process has ended. */
function readProc(file) {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
    return ''
  }
}
