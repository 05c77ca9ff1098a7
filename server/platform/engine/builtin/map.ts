import type { JsonObject } from '#shared/lib/json.ts'
import { setOwn } from '#shared/lib/references.ts'
import { TaskFailure, type ChildRequest, type Executor } from '../executor.ts'
import { planId } from './plan.ts'

export const MAX_ITEMS = 10_000
const DEFAULT_CONCURRENCY = 10
const MAX_CONCURRENCY = 100

/**
 * `task.workforce.map`: runs `plan` once for each of `items`, with the item in the child's initial state under
 * the name `as` (default `item`), at most `concurrency` (default 10) at once. Outputs `results`, in order.
 */
export const map: Executor = async ({ inputs, runChildren, log }) => {
  const requests = requestsOf(inputs)
  const concurrency = concurrencyOf(inputs)
  log('info', `Running ${requests.length} child workqueues, at most ${concurrency} at once`)
  return { results: await runChildren(requests, concurrency) }
}

function requestsOf(inputs: JsonObject): ChildRequest[] {
  const { items, as = 'item' } = inputs
  if (!Array.isArray(items)) throw new TaskFailure('inputs.items must be an array')
  if (items.length > MAX_ITEMS) throw new TaskFailure(`inputs.items holds more than ${MAX_ITEMS} items`)
  if (typeof as !== 'string' || as === '') throw new TaskFailure('inputs.as must be a name')
  const plan = planId(inputs)
  return items.map((item) => {
    const initialState: JsonObject = {}
    setOwn(initialState, as, item)
    return { planId: plan, initialState }
  })
}

function concurrencyOf({ concurrency = DEFAULT_CONCURRENCY }: JsonObject): number {
  if (typeof concurrency !== 'number' || !Number.isInteger(concurrency) || concurrency < 1)
    throw new TaskFailure('inputs.concurrency must be a whole number from 1')
  return Math.min(concurrency, MAX_CONCURRENCY)
}
