const number = (count: number) => count.toLocaleString('en')

/** Exact texts of a restart of many tasks that can be undone. */
export const restartMessages = {
  restartFailed: 'Error restarting tasks:',
  cancelFailed: 'Error undoing the restart:',
  restarting: (count: number, seconds: number, alias: string | null) =>
    `Restarting ${number(count)} ${count === 1 ? 'task' : 'tasks'}${alias === null ? '' : ` on ${alias}`} in ${seconds} s`,
  notRestarted: 'Not restarted',
  nothing: 'None of these tasks can be restarted now',
  hasBegun: 'The restart has begun, it cannot be undone',
  undoneBy: (who: string) => `Not restarted: undone by ${who}`,
  stillRestarting: (done: number, total: number) => `${number(done)} of ${number(total)} restarted so far`,
} as const
