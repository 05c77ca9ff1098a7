const number = (count: number) => count.toLocaleString('en')
const counted = (count: number, one: string) => `${number(count)} ${count === 1 ? one : `${one}s`}`

/** Exact texts of failures: the list, the page of one, its restart and what people decide about it. */
export const failureMessages = {
  title: 'Failures',
  attention: 'Attention',
  dashboard: 'Dashboard',
  loadListFailed: 'Error loading failures:',
  loadFailed: 'Error loading failure:',
  loadTasksFailed: 'Error loading the tasks of the failure:',
  restartFailed: 'Error restarting tasks:',
  cancelFailed: 'Error undoing the restart:',
  muteFailed: 'Error muting the failure:',
  unmuteFailed: 'Error ending the mute of the failure:',
  assignFailed: 'Error assigning the failure:',
  closeFailed: 'Error closing the failure:',
  mute: 'Mute',
  muteHour: 'For 1 hour',
  muteChange: 'Until it changes',
  muteDate: 'Until a date…',
  muteDateTitle: 'Mute until',
  muteDatePast: 'Choose a moment in the future',
  until: 'Until',
  unmute: 'Unmute',
  assign: 'Assign',
  assignTo: 'Assign to',
  assignMe: (email: string) => `Me (${email})`,
  assignNobody: 'Nobody',
  unassigned: 'unassigned',
  loadMembersFailed: 'Error loading the members of the account:',
  restarting: (count: number, seconds: number, alias: string | null) =>
    `Restarting ${counted(count, 'task')}${alias === null ? '' : ` on ${alias}`} in ${seconds} s`,
  notRestarted: 'Not restarted',
  moveTitle: (count: number | null) =>
    count === null
      ? 'Restart failed tasks on another alias'
      : `Restart ${number(count)} failed ${count === 1 ? 'task' : 'tasks'} on another alias`,
  nowOn: (aliases: readonly string[]) =>
    `now on ${aliases.length === 1 ? 'alias' : 'aliases'} ${aliases.slice(0, 3).join(', ')}${aliases.length > 3 ? ` and ${aliases.length - 3} more` : ''}`,
  movesAll: (count: number) => counted(count, 'task'),
  movesSome: (count: number, of: number) => `${number(count)} of ${counted(of, 'task')}`,
  ofRuns: (runs: number) => `of ${counted(runs, 'workqueue')}`,
  waitBehind: (count: number) => `${number(count)} ${count === 1 ? 'task waits' : 'tasks wait'} behind them`,
  waitFor: (count: number, duration: string) =>
    `${number(count)} ${count === 1 ? 'task waits' : 'tasks wait'} ${duration}`,
  attemptsAnew: 'attempts count anew',
  failedAt: (clock: string) => `failed ${clock}`,
  runsAgain: 'already runs',
  andMore: (count: number) => `and ${number(count)} more`,
  heldOnlyThese: 'Held for 10 s with Undo. Only these tasks move; the plan keeps its alias.',
  restartOn: (count: number, alias: string) =>
    `Restart ${number(count)}${alias === '' ? '' : ` on ${alias}`}`,
  tasks: 'Tasks',
  noneToRestart: 'None of these tasks can be restarted: they run again or have ended.',
  noOtherPolled: 'No other alias is polled',
  noOtherPolledText: 'A task that moves to an alias that no worker polls would wait.',
  startWorker: 'Start a worker',
  loadAliasesFailed: (type: string) => `Couldn't get aliases for type: [${type}]...`,
  nothingToRestart: 'None of these tasks can be restarted now',
  hasBegun: 'The restart has begun, it cannot be undone',
  undoneBy: (who: string) => `Not restarted: undone by ${who}`,
  stillRestarting: (done: number, total: number) => `${number(done)} of ${number(total)} restarted so far`,
} as const
