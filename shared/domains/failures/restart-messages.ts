const number = (count: number) => count.toLocaleString('en')
const tasks = (count: number) => `${number(count)} ${count === 1 ? 'task' : 'tasks'}`

/** What is said about many tasks that are restarted, or moved, and about its Undo. */
export interface HeldWords {
  failed: string
  cancelFailed: string
  /** Until it begins; without an alias each task keeps its own. */
  waiting(count: number, seconds: number, alias: string | null): string
  undone: string
  nothing: string
  hasBegun: string
  undoneBy(who: string): string
  underWay(done: number, total: number): string
}

/** Exact texts of a restart of many tasks that can be undone. */
export const restartMessages: HeldWords = {
  failed: 'Error restarting tasks:',
  cancelFailed: 'Error undoing the restart:',
  waiting: (count, seconds, alias) =>
    `Restarting ${tasks(count)}${alias === null ? '' : ` on ${alias}`} in ${seconds} s`,
  undone: 'Not restarted',
  nothing: 'None of these tasks can be restarted now',
  hasBegun: 'The restart has begun, it cannot be undone',
  undoneBy: (who) => `Not restarted: undone by ${who}`,
  underWay: (done, total) => `${number(done)} of ${number(total)} restarted so far`,
}

/** Exact texts of a move of many queued tasks to another alias that can be undone. */
export const movingMessages: HeldWords = {
  failed: 'Error moving tasks:',
  cancelFailed: 'Error undoing the move:',
  waiting: (count, seconds, alias) => `Moving ${tasks(count)} to ${alias ?? 'another alias'} in ${seconds} s`,
  undone: 'Not moved',
  nothing: 'None of these tasks waits there any more',
  hasBegun: 'The move has begun, it cannot be undone',
  undoneBy: (who) => `Not moved: undone by ${who}`,
  underWay: (done, total) => `${number(done)} of ${number(total)} moved so far`,
}
