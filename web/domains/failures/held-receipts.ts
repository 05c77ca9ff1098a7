import type { Client, CombinedError } from 'urql'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { restartText } from '#shared/domains/failures/receipt-text.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { failText, isSessionEnd } from '#web/ui/feedback/error-text.ts'
import { countDown } from '#web/ui/feedback/held-action.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { cancelReceiptMutation, restartReceiptQuery } from './restart-operations.ts'

/** A restart that the platform holds. */
export interface HeldReceipt {
  id: string
  /** Its tasks. */
  count: number
  alias: string | null
  /** When it begins at the earliest, in milliseconds since 1970 by the clock of this browser. */
  due: number
}

type RestartReceipt = ResultOf<typeof restartReceiptQuery>['receipt']

/** Time between two reads of a receipt, in milliseconds, and of all of them. */
const REREAD_MS = 700
const PATIENCE_MS = 60_000
const KEY = 'workforce-console.held-restarts'

/** Those that this page follows. */
const followed = new Set<string>()

/**
 * Counts until a held restart begins, with Undo, then tells what came of it. `onEnd` is called once it is undone, or its
 * tasks are restarted. After a reload of the page `resumeReceipts` goes on with it.
 */
export function followReceipt(client: Client, held: HeldReceipt, onEnd: () => void): void {
  if (followed.has(held.id)) return
  followed.add(held.id)
  store([...stored().filter(({ id }) => id !== held.id), held])
  const end = () => {
    followed.delete(held.id)
    store(stored().filter(({ id }) => id !== held.id))
    onEnd()
  }
  const report = async () => {
    tellResult(await readUntilEnded(client, held.id))
    end()
  }
  const undo = async () => {
    const { error } = await client.mutation(cancelReceiptMutation, { id: held.id })
    if (!error) toast.info(texts.notRestarted)
    else if (isBegun(error)) toast.error(texts.hasBegun)
    else if (!isSessionEnd(error)) toast.error(failText(texts.cancelFailed, error))
    if (error) await report()
    else end()
  }
  countDown({
    text: (seconds) => texts.restarting(held.count, seconds, held.alias),
    due: held.due,
    onUndo: () => void undo(),
    onDue: () => void report(),
  })
}

/** Goes on with the restarts that this tab began before it was reloaded. */
export function resumeReceipts(client: Client): void {
  for (const held of stored()) followReceipt(client, held, () => undefined)
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

function tellResult(receipt: RestartReceipt | null): void {
  if (receipt === null) return
  if (receipt.cancelledBy) return toast.info(texts.undoneBy(receipt.cancelledBy))
  if (!receipt.ended) return toast.info(texts.stillRestarting(receipt.done, receipt.total))
  const tell = receipt.done === 0 ? toast.error : receipt.failed > 0 ? toast.info : toast.success
  tell(restartText(receipt))
}

function stored(): HeldReceipt[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as HeldReceipt[]
  } catch {
    return []
  }
}

function store(held: readonly HeldReceipt[]): void {
  try {
    if (held.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(held))
  } catch {
    // Private windows may refuse storage: then a reload shows no toast, and the platform restarts all the same.
  }
}
