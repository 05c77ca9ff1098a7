import { TaskFailure, type Executor } from '../executor.ts'

/** The longest delay of a timer: about 24 days. */
const MAX_DELAY_MS = 2_147_483_647

/** `task.workforce.delay`: waits `ms` milliseconds and outputs its inputs. */
export const delay: Executor = async ({ inputs, signal, log }) => {
  const { ms } = inputs
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= MAX_DELAY_MS))
    throw new TaskFailure(`inputs.ms must be a number of milliseconds from 0 to ${MAX_DELAY_MS}`)
  log('info', `Waiting ${ms} ms`)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
  return inputs
}
