import type { BuiltinType } from '#shared/domains/tasks/contract.ts'
import { setOwn } from '#shared/lib/references.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { TaskFailure, type ChildRequests, type Executor } from './executor.ts'

/** `task.workforce.noop`: outputs its inputs; `fail` fails it, with `failAttempts: n` only in its first n attempts. */
const noop: Executor = async ({ inputs, task }) => {
  const { fail, failAttempts } = inputs
  if (fail === undefined || fail === null || fail === false || fail === '') return inputs
  if (typeof failAttempts === 'number' && task.attempt > failAttempts) return inputs
  const reason = typeof fail === 'string' ? fail : JSON.stringify(fail)
  throw new TaskFailure(reason, stackOf(reason))
}

const root = new URL('../../../', import.meta.url).pathname

/** A stack trace without the directory of this program. */
function stackOf(reason: string): string | null {
  return new Error(reason).stack?.replaceAll(`file://${root}`, '').replaceAll(root, '') ?? null
}

/** The longest delay of a timer: about 24 days. */
const MAX_DELAY_MS = 2_147_483_647

/** `task.workforce.delay`: waits `ms` milliseconds and outputs its inputs. */
const delay: Executor = async ({ inputs, signal, log }) => {
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

/** `task.workforce.plan`: runs `plan` as a child workqueue, from `initialState`, and outputs its output state. */
const plan: Executor = async ({ inputs, runChildren }) => {
  const request = { planId: planId(inputs), initialState: objectOf(inputs.initialState) }
  const [output] = await runChildren([request], 1)
  return output ?? {}
}

function planId(inputs: JsonObject): string {
  if (typeof inputs.plan !== 'string' || inputs.plan === '')
    throw new TaskFailure('inputs.plan must be the id of a plan')
  return inputs.plan
}

function objectOf(value: Json | undefined): JsonObject {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new TaskFailure('inputs.initialState must be an object')
  return value
}

const MAX_ITEMS = 10_000
const DEFAULT_CONCURRENCY = 10
const MAX_CONCURRENCY = 100

/**
 * `task.workforce.map`: runs `plan` once for each of `items`, with the item in the child's initial state under
 * the name `as` (default `item`), at most `concurrency` (default 10) at once. Outputs `results`, in order.
 */
const map: Executor = async ({ inputs, runChildren, log }) => {
  const requests = requestsOf(inputs)
  const concurrency = concurrencyOf(inputs)
  log('info', `Running ${requests.length} child workqueues, at most ${concurrency} at once`)
  return { results: await runChildren(requests, concurrency) }
}

function requestsOf(inputs: JsonObject): ChildRequests {
  const { items, as = 'item' } = inputs
  if (!Array.isArray(items)) throw new TaskFailure('inputs.items must be an array')
  if (items.length > MAX_ITEMS) throw new TaskFailure(`inputs.items holds more than ${MAX_ITEMS} items`)
  if (typeof as !== 'string' || as === '') throw new TaskFailure('inputs.as must be a name')
  const id = planId(inputs)
  return {
    length: items.length,
    at(item) {
      const initialState: JsonObject = {}
      setOwn(initialState, as, items[item] ?? null)
      return { planId: id, initialState }
    },
  }
}

function concurrencyOf({ concurrency = DEFAULT_CONCURRENCY }: JsonObject): number {
  if (typeof concurrency !== 'number' || !Number.isInteger(concurrency) || concurrency < 1)
    throw new TaskFailure('inputs.concurrency must be a whole number from 1')
  return Math.min(concurrency, MAX_CONCURRENCY)
}

export const builtinExecutors: Record<BuiltinType, Executor> = {
  'task.workforce.noop': noop,
  'task.workforce.delay': delay,
  'task.workforce.map': map,
  'task.workforce.plan': plan,
}
