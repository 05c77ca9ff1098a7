const number = (count: number) => count.toLocaleString('en')
const counted = (count: number, one: string) => `${number(count)} ${count === 1 ? one : `${one}s`}`

interface FailurePlaces {
  versions: readonly string[]
  hosts: readonly string[]
  notVersions: readonly string[]
}

/** Exact texts of failures: the list, the page of one, its restart and what people decide about it. */
export const failureMessages = {
  title: 'Failures',
  one: 'Failure',
  states: { open: 'open', regressed: 'again', muted: 'muted', closed: 'closed' } as Record<string, string>,
  stateFilter: 'State',
  appFilter: 'App',
  typeFilter: 'Type',
  searchTypes: 'Search types',
  noMatch: 'No failure matches these filters',
  clearFilters: 'Clear filters',
  noneOpen: 'No failure is open',
  noneMuted: 'No failure is muted',
  mutedText:
    'Mute takes a failure off the list, and out of alerts: for an hour, until a date, or until it changes.',
  anyFailure: 'Show all failures',
  empty: 'Nothing has failed',
  emptyText:
    'Failed attempts with the same cause are one failure. It closes itself once its tasks have succeeded.',
  loadAppsFailed: 'Error loading apps:',
  sentence: (runs: number, tasks: number, apps: number) =>
    `${counted(tasks, 'task')} of ${counted(runs, 'workqueue')}${apps > 1 ? ` in ${counted(apps, 'app')}` : ''}`,
  failing: (what: string) => `${what} failed for this cause`,
  passedSince: (count: number) =>
    `for ${number(count)} the task passed later, in the same workqueue or another`,
  /** Of a closed one: a later workqueue has passed, perhaps with other inputs. */
  stillFailed: (count: number) => `${number(count)} ${count === 1 ? 'is' : 'are'} still failed`,
  failedAgain: (by: string | null, at: string, last: string) =>
    `restarted${by === null ? '' : ` by ${by}`} at ${at}, failed again at ${last}`,
  /** `dismissed`: by a person, or by itself; null where that is not known. */
  closedAt: (clock: string | null, dismissed: boolean | null) =>
    `Closed${dismissed === null ? '' : dismissed ? ' by a person' : ' by itself'}${clock === null ? '' : ` at ${clock}`}`,
  /** By itself, although those that failed have not passed. */
  closedPassed: (clock: string | null, on: string) =>
    `Closed${clock === null ? '' : ` at ${clock}`}, because a later run passed it${on}`,
  closedWhat: (what: string) => `${what} had failed for this cause. The next failure opens it again.`,
  /** `passed`: no restart had repaired what is still failed. */
  again: (clock: string | null, passed: boolean) => {
    if (clock === null) return 'Again'
    return `Again, ${passed ? 'a later run had passed it' : 'was closed'} at ${clock}`
  },
  mutedUntil: (clock: string | null) => (clock === null ? 'Muted until it changes' : `Muted until ${clock}`),
  canRestart: (count: number) =>
    count === 0 ? 'none can be restarted now' : `${number(count)} can be restarted`,
  firstLast: (first: string, last: string) =>
    first === last ? `at ${first}` : `first ${first}, last ${last}`,
  /** Without a count while that is read. */
  restart: (count: number | null) => (count === null ? 'Restart' : `Restart ${number(count)}`),
  restartOn: (count: number | null, alias: string) =>
    `Restart${count === null ? '' : ` ${number(count)}`} on ${alias}…`,
  /** Where a failure was seen, and on which versions it was not: `2.14.1 @ 2 hosts, not on 2.14.0`; empty where that is not known. */
  places: ({ versions, hosts, notVersions }: FailurePlaces) => {
    const at = hosts.length > 0 && `@ ${hosts.length === 1 ? hosts[0]! : counted(hosts.length, 'host')}`
    const on = [versions.join(', '), at].filter(Boolean).join(' ')
    return [on, notVersions.length > 0 && `not on ${notVersions.join(', ')}`].filter(Boolean).join(', ')
  },
  onAnotherAlias: 'On another alias…',
  restartTitle: (count: number | null) =>
    `Restart ${count === null ? 'failed tasks' : counted(count, 'failed task')}?`,
  /** `aliases`: those of its tasks, as far as they are known. */
  restartText: (title: string, aliases: readonly string[]) =>
    `“${title}”. Each starts again on its alias${aliases.length === 0 ? '' : ` (${aliases.join(', ')})`}, held for 10 s with Undo.`,
  keep: 'Cancel',
  tasksOfRun: (names: readonly string[]) =>
    names.length > 3
      ? `${names.slice(0, 3).join(', ')} and ${number(names.length - 3)} more`
      : names.join(', '),
  close: 'Close failure',
  closeTitle: 'Close this failure?',
  closeText:
    'It leaves Attention. Its tasks stay as they are; the next failure for this cause opens it again.',
  closed: 'The failure is closed',
  owner: 'Owner',
  trend: (attempts: number, hour: number, most: number) =>
    attempts === 0
      ? 'No attempt failed in the last 24 hours'
      : `${counted(attempts, 'attempt')} failed in the last 24 hours, ${number(hour)} in this one, at most ${number(most)} in one`,
  where: 'Where',
  seenOn: 'Failed on',
  notSeenOn: 'Passed on',
  notSeenHint: 'Where tasks of this type ended well in the last 24 hours without this failure',
  versions: 'Versions',
  hosts: 'Hosts',
  aliases: 'Aliases',
  noneWithout: 'none without this failure',
  notKnown: 'not known',
  newest: 'Newest failure',
  noReason: 'It gave no reason.',
  openLog: 'Open its log',
  taskStates: { open: 'not repaired', repaired: 'repaired', closed: 'closed' } as Record<string, string>,
  /** `on`: see `passedOn`. */
  repairedAt: (clock: string, on: string, attempt: string | null) =>
    `${attempt === null ? 'repaired' : `attempt ${attempt} passed`}${on}, ${clock}`,
  laterRunPassed: (clock: string, hasOtherInputs: boolean, on: string) =>
    `passed in a later run${on}${hasOtherInputs ? ' with other inputs' : ''}, ${clock}`,
  taskFilter: 'State',
  noTasks: 'No task is left: their workqueues were deleted',
  noTasksMatch: 'No task is in this state',
  /** In a card, which has no head. */
  failedOn: (alias: string) => `failed on ${alias}`,
  attempt: (count: string | null) => count && `attempt ${count}`,
  columns: {
    failure: 'Failure',
    state: 'State',
    apps: 'Apps',
    tasks: 'Tasks',
    runs: 'Workqueues',
    trend: '24 hours',
    first: 'First',
    last: 'Last',
    owner: 'Owner',
    task: 'Task',
    alias: 'Failed on',
    host: 'Version @ host',
    attempt: 'Attempt',
    at: 'Failed',
    now: 'Now',
  },
  attention: 'Attention',
  dashboard: 'Dashboard',
  loadListFailed: 'Error loading failures:',
  loadFailed: 'Error loading failure:',
  loadTasksFailed: 'Error loading the tasks of the failure:',
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
  nowOn: (aliases: readonly string[]) =>
    `now on ${aliases.length === 1 ? 'alias' : 'aliases'} ${aliases.slice(0, 3).join(', ')}${aliases.length > 3 ? ` and ${aliases.length - 3} more` : ''}`,
  movesAll: (count: number) => counted(count, 'task'),
  movesSome: (count: number, of: number) => `${number(count)} of ${counted(of, 'task')}`,
  ofRuns: (runs: number) => `of ${counted(runs, 'workqueue')}`,
  waitBehind: (count: number) => `${number(count)} ${count === 1 ? 'task waits' : 'tasks wait'} behind them`,
  waitFor: (count: number, duration: string) =>
    `${number(count)} ${count === 1 ? 'task waits' : 'tasks wait'} ${duration}`,
  waits: (duration: string) => `waits ${duration}`,
  inApps: (name: string, others: number) => (others > 0 ? `${name} and ${number(others)} more` : name),
  andMore: (count: number) => `and ${number(count)} more`,
  heldOnlyThese: 'Held for 10 s with Undo. Only these tasks move; the plan keeps its alias.',
  tasks: 'Tasks',
  tasksTable: 'Tasks of the failure',
  nothingToRestart: 'None of these tasks can be restarted now',
  noOther: 'This type has no other alias.',
  noOtherPolled: 'No other alias is polled',
  noOtherPolledText: 'A task that moves to an alias that no worker polls would wait.',
  startWorker: 'Start a worker',
  loadAliasesFailed: (type: string) => `Couldn't get aliases for type: [${type}]...`,
} as const
/** Texts about the failures of the tasks of one type, beside what runs them. */
export const failuresOfTypeMessages = {
  column: 'Failing',
  open: (count: number) => `${number(count)} ${count === 1 ? 'failure is' : 'failures are'} open`,
  tasks: (count: number) => `${number(count)} ${count === 1 ? 'task' : 'tasks'}`,
  failing: (count: number) => `${number(count)} ${count === 1 ? 'task fails' : 'tasks fail'}`,
  more: (count: number) => `and ${number(count)} more`,
  title: 'Failing now',
  last: 'last',
} as const
