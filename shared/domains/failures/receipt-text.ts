/** What came of a restart, or a move, of many tasks. */
export interface RestartResult {
  total: number
  done: number
  failed: number
  /** The first that were refused. */
  refused: readonly { error: string }[]
}

const number = (count: number) => count.toLocaleString('en')

/** The refusals of a task by the status that it has meanwhile. */
const words: Record<string, string> = {
  queued: 'already runs',
  started: 'already runs',
  retry: 'already runs',
  ended: 'has ended meanwhile',
  notstarted: 'already waits for its turn',
  skipped: 'was skipped',
}
const plural: Record<string, string> = {
  'already runs': 'already run',
  'has ended meanwhile': 'have ended meanwhile',
  'already waits for its turn': 'already wait for their turn',
  'was skipped': 'were skipped',
  'waits there already': 'wait there already',
}

/** The word of a refusal; null where it has another reason. */
function wordOf(error: string): string | null {
  if (/^The task is queued: it waits for the alias /.test(error)) return 'waits there already'
  const status = /^The task is (\w+)\b/.exec(error)?.[1]
  return status === undefined ? null : (words[status] ?? null)
}

/**
 * `4 of 4 restarted`, `3 of 4 moved, 1 already runs`. A refusal with another reason gives that reason; refusals that
 * are not listed are counted.
 */
export function restartText(
  { total, done, failed, refused }: RestartResult,
  verb: 'restarted' | 'moved' = 'restarted',
): string {
  const counts = new Map<string, number>()
  const others: string[] = []
  for (const { error } of refused) {
    const word = wordOf(error)
    if (word === null) others.push(error)
    else counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const parts = [...counts].map(
    ([word, count]) => `${number(count)} ${count === 1 ? word : (plural[word] ?? word)}`,
  )
  const rest = failed - [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (rest > 0) parts.push(`${number(rest)} refused${others[0] ? `: ${others[0]}` : ''}`)
  return [`${number(done)} of ${number(total)} ${verb}`, ...parts].join(', ')
}

/** What the dialog of a receipt says besides. */
export const receiptMessages = {
  cancelledBy: (actor: string) => `Cancelled by ${actor} before it began`,
  moreRefused: (count: number) => `and ${count.toLocaleString('en')} more that were refused`,
} as const
