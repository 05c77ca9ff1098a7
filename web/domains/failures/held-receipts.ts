import type { Client, CombinedError } from 'urql'
import { type HeldWords, movingMessages, restartMessages } from '#shared/domains/failures/restart-messages.ts'
import { restartText } from '#shared/domains/failures/receipt-text.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { failText, isSessionEnd } from '#web/ui/feedback/error-text.ts'
import { newRequestId } from '#web/lib/request-id.ts'
import { countDown, holdAction, HOLD_MS } from '#web/ui/feedback/held-action.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import {
  cancelReceiptMutation,
  moveQueueMutation,
  restartFailureMutation,
  restartReceiptQuery,
  restartRunsMutation,
  restartTasksMutation,
} from './restart-operations.ts'
import { heldReceipts, type HeldReceipt, type RestartTarget } from './stored-receipts.ts'

type RestartReceipt = ResultOf<typeof restartReceiptQuery>['receipt']

/** Time between two reads of a receipt, in milliseconds, and of all of them. */
const REREAD_MS = 700
const PATIENCE_MS = 60_000

const heldWordsOf = ({ queued }: { queued?: true }): HeldWords => (queued ? movingMessages : restartMessages)

/** Those that this page follows, and what ends the countdown of each. */
const followed = new Map<string, () => void>()

/**
 * Counts until a held restart begins, with Undo, then tells what came of it. `onEnd` is called once it is undone, or its
 * tasks are restarted. After a reload of the page `resumeReceipts` goes on with it.
 */
export function followReceipt(client: Client, held: HeldReceipt, onEnd: () => void): void {
  if (followed.has(held.id)) return
  heldReceipts.add(held)
  const texts = heldWordsOf(held)
  const end = () => {
    followed.delete(held.id)
    heldReceipts.remove(held.id)
    onEnd()
  }
  const report = async () => {
    tellResult(await readUntilEnded(client, held.id), held)
    end()
  }
  const undo = async () => {
    if (!(await cancelHeld(client, held.id, texts))) await report()
  }
  const { due, until } = held
  const stop = countDown({
    text: (seconds) => texts.waiting(held.count, seconds, held.alias),
    due,
    until,
    onUndo: () => void undo(),
    onDue: () => void report(),
  })
  followed.set(held.id, () => {
    stop()
    end()
  })
}

interface RestartChoice {
  target: RestartTarget
  count: number
  /** Null: each task on its own alias. */
  alias: string | null
}

const isQueued = (target: RestartTarget) =>
  'queue' in target || ('queued' in target && target.queued === true)

/**
 * Asks the platform to restart tasks after ten seconds, and counts them in a toast with Undo. `onHeld` is called once the
 * platform holds it, `end` once that is undone, done or refused.
 */
export async function holdByPlatform(
  client: Client,
  { target, count, alias }: RestartChoice,
  onHeld: () => void,
  end: () => void,
): Promise<void> {
  // The platform counts from a later moment: Undo is offered no longer than it can be kept.
  const due = Date.now() + HOLD_MS
  const moves = isQueued(target) ? { queued: true as const } : {}
  const texts = heldWordsOf(moves)
  const { receipt, error } = await send(client, target, {
    ...(alias && { alias }),
    holdSeconds: HOLD_MS / 1000,
  })
  if (receipt?.total === 0) toast.info(texts.nothing)
  else if (receipt) {
    const { id, total, heldUntil: until } = receipt
    const held = { id, count: total ?? count, alias, due, until, ...moves }
    followReceipt(client, held, end)
    return onHeld()
  } else if (!isSessionEnd(error)) toast.error(failText(texts.failed, error))
  end()
}

/** Counts ten seconds with Undo, then calls `act`; for a platform that cannot hold a restart. */
export function holdHere({ count, alias }: RestartChoice, act: () => void, onUndone: () => void): void {
  const { waiting, undone } = restartMessages
  holdAction({ text: (seconds) => waiting(count, seconds, alias), undone, act, onUndone })
}

async function send(client: Client, target: RestartTarget, moved: { alias?: string; holdSeconds: number }) {
  const requestId = newRequestId()
  if ('failureId' in target) {
    const { data, error } = await client.mutation(restartFailureMutation, { id: target.failureId, ...moved })
    return { receipt: data?.restartFailure, error }
  }
  if ('queue' in target) {
    const { type, alias: from } = target.queue
    const { alias = '', holdSeconds } = moved
    const { data, error } = await client.mutation(moveQueueMutation, {
      type,
      from,
      alias,
      holdSeconds,
      requestId,
    })
    return { receipt: data?.moveQueuedTasks, error }
  }
  if ('taskIds' in target) {
    const taskIds = [...target.taskIds]
    const { data, error } = await client.mutation(restartTasksMutation, { taskIds, requestId, ...moved })
    return { receipt: data?.restartTasks, error }
  }
  const workqueueIds = [...target.workqueueIds]
  const { data, error } = await client.mutation(restartRunsMutation, { workqueueIds, requestId, ...moved })
  return { receipt: data?.restartFailedTasks, error }
}

/**
 * Cancels a restart that is held, also one that another tab or another person has begun, and tells what came of it; false when
 * it was not cancelled.
 */
export async function cancelHeld(client: Client, id: string, texts = restartMessages): Promise<boolean> {
  const { error } = await client.mutation(cancelReceiptMutation, { id })
  if (!error) {
    toast.info(texts.undone)
    followed.get(id)?.()
  } else if (isBegun(error)) toast.error(texts.hasBegun)
  else if (!isSessionEnd(error)) toast.error(failText(texts.cancelFailed, error))
  return !error
}

/** Goes on with the restarts that this tab began before it was reloaded. */
export function resumeReceipts(client: Client): void {
  for (const held of heldReceipts.get()) followReceipt(client, held, () => undefined)
}

const isBegun = (error: CombinedError) =>
  error.graphQLErrors.some(({ extensions }) => extensions.code === 'CONFLICT')

async function readUntilEnded(client: Client, id: string): Promise<RestartReceipt | null> {
  const until = Date.now() + PATIENCE_MS
  let last: RestartReceipt | null = null
  while (Date.now() < until) {
    const { data } = await client.query(restartReceiptQuery, { id }, { requestPolicy: 'network-only' })
    last = data?.receipt ?? last
    if (last?.ended) return last
    await new Promise((resolve) => setTimeout(resolve, REREAD_MS))
  }
  return last
}

function tellResult(receipt: RestartReceipt | null, held: HeldReceipt): void {
  if (receipt === null) return
  const texts = heldWordsOf(held)
  if (receipt.cancelledBy) return toast.info(texts.undoneBy(receipt.cancelledBy))
  if (!receipt.ended) return toast.info(texts.underWay(receipt.done, receipt.total))
  const tell = receipt.done === 0 ? toast.error : receipt.failed > 0 ? toast.info : toast.success
  tell(restartText(receipt, held.queued ? 'moved' : 'restarted'))
}
