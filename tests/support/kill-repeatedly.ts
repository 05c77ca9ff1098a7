import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** A file of /proc; empty when its process has exited, which may happen between two reads. */
async function readProc(file: string): Promise<string> {
  try {
    return await readFile(`/proc/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

/** Child processes of a process, according to Linux. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readProc(`${pid}/task/${pid}/children`)
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/**
 * The PostgreSQL process that owns the database of a product, found from the process of its gateway; empty
 * while it is down.
 */
export async function postmasterOf(gateway: number): Promise<number[]> {
  for (const platform of await childrenOf(gateway))
    for (const pid of await childrenOf(platform))
      if ((await readProc(`${pid}/cmdline`)).split('\0')[0]?.endsWith('/postgres')) return [pid]
  return []
}

/**
 * Kills the found process and each successor until the returned function is called. Throws when none is found
 * at first.
 */
export async function killRepeatedly(find: () => Promise<number[]>): Promise<() => Promise<void>> {
  let held = true
  async function kill(): Promise<number> {
    const found = await find()
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch (error) {
        // The process ended between the look-up and the signal.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
    return found.length
  }
  if ((await kill()) === 0) throw new Error('There is no process to hold down')
  const holding = (async () => {
    for (; held; await wait(20)) await kill()
  })()
  return async () => {
    held = false
    await holding
  }
}
