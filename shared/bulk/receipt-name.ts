import type { BulkAction } from './contract.ts'

/** What is known of an action on many rows; on other platforms less. */
export interface NamedReceipt {
  action: string
  total: number
  /** What its rows have in common; empty for nothing. */
  name: string
  /** The status that all its rows had. */
  status?: string | null | undefined
  /** Where its tasks move to. */
  alias?: string | null | undefined
}

const acts: Readonly<Record<BulkAction, readonly [act: string, noun: string, verb: string]>> = {
  'cancel-workqueues': ['Cancel', 'workqueue', 'Cancelled'],
  'restart-tasks': ['Restart', 'task', 'Restarted'],
  'start-workqueues': ['Start', 'workqueue', 'Started'],
  'backfill-schedule': ['Backfill', 'time', 'Backfilled'],
}

const wordsOf = ({ action, status, alias }: NamedReceipt) => {
  if (action === 'restart-tasks' && alias && status === 'queued') return ['Move', 'task', 'Moved'] as const
  return action in acts ? acts[action as BulkAction] : (['Action on', 'row', 'Did'] as const)
}

const number = (count: number) => count.toLocaleString('en')

/** `Restart of 12 failed tasks of Nightly invoice run`: what an action on many rows was asked to do. */
export function receiptName(receipt: NamedReceipt): string {
  const [act] = wordsOf(receipt)
  return `${act}${act.includes(' ') ? '' : ' of'} ${rowsOf(receipt)}`
}

/** `restarted`, `12 failed tasks of Nightly invoice run`: the same as what a person did. */
export function receiptAct(receipt: NamedReceipt): { verb: string; rows: string } {
  const [, , verb] = wordsOf(receipt)
  return { verb: verb.toLowerCase(), rows: rowsOf(receipt) }
}

function rowsOf(receipt: NamedReceipt): string {
  const { total, name, status, alias } = receipt
  const [act, noun] = wordsOf(receipt)
  const kind = noun === 'task' && status ? `${status} ${noun}` : noun
  const rows = `${number(total)} ${total === 1 ? kind : `${kind}s`}`
  const where = alias ? ` ${act === 'Move' ? 'to' : 'on'} ${alias}` : ''
  return `${rows}${name === '' ? '' : ` of ${name}`}${where}`
}

/** `Cancelled 3 of 4 workqueues, 1 refused`: what came of it until now; followed by the number of pending rows. */
export function receiptOutcome(receipt: NamedReceipt & { done: number; failed: number }): string {
  const { total, done, failed } = receipt
  const [, noun, verb] = wordsOf(receipt)
  const waiting = total - done - failed
  return [
    `${verb} ${done} of ${total} ${total === 1 ? noun : `${noun}s`}`,
    failed > 0 ? `${failed} refused` : '',
    waiting > 0 ? `${waiting} to come` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
