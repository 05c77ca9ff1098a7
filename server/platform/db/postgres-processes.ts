import { readFileSync } from 'node:fs'

/** The processes of a server: the postmaster first, then its children, which only Linux lists. */
export function processesOf(postmaster: number): number[] {
  const children = readOptional(`/proc/${postmaster}/task/${postmaster}/children`) ?? ''
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)]
}

/** Whether a signal has stopped that process (SIGSTOP). It then keeps its locks and answers no query and no signal. */
export function isStopped(pid: number): boolean {
  // The second field is the program's name in brackets and can contain anything.
  const stat = readOptional(`/proc/${pid}/stat`)?.replace(/^.*\)/s, '').trim()
  return stat?.startsWith('T') ?? false
}

/**
 * Kills every process of a server at once; the next start recovers its data. A signal to the postmaster alone does not end a
 * stopped child, and while one child lives, no other server can open the data.
 */
export function killServer(postmaster: number): void {
  for (const pid of processesOf(postmaster))
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

function readOptional(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // No such process, or another system.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
