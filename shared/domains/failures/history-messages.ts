const number = (count: number) => count.toLocaleString('en')
const counted = (count: number) => `${number(count)} ${count === 1 ? 'task' : 'tasks'}`

/** Texts of the restarts of a failure: of one that is held, and of those that were tried. */
export const restartHistoryMessages = {
  /** A restart that is held: how long still; 0 once it begins. */
  restartsIn: (seconds: number) => (seconds > 0 ? `restarts in ${seconds} s` : 'restarts now'),
  heldRestart: (by: string | null, tasks: number, alias: string | null, seconds: number) =>
    [
      by === null
        ? `${counted(tasks)} ${tasks === 1 ? 'restarts' : 'restart'}`
        : `${by} restarts ${counted(tasks)}`,
      alias === null ? '' : ` on ${alias}`,
      seconds > 0 ? ` in ${seconds} s` : ' now',
    ].join(''),
  /** Where a task has ended well: ` on stable (2.14.0)`; empty where that is not known. */
  passedOn: (alias: string | null, version: string | null) =>
    alias === null ? '' : ` on ${alias}${version === null ? '' : ` (${version})`}`,
  /** Why it closed by itself; `by`: the person who restarted it, null where it was tried again without one. */
  closedAfter: (by: string | null, isLater: boolean, on: string) =>
    isLater
      ? `, after a later run passed it${on}`
      : by === null
        ? `, after another attempt passed${on}`
        : `, after ${by}'s restart${on}`,
  passedIn: (isLast: boolean) => (isLast ? 'last in' : 'passed in'),
  failedAfter: (after: string) => `, failed again ${after} later`,
  /** In a list, where it asks first; without a count where that is not known. */
  restartAsk: (count: number | null) => (count === null ? 'Restart…' : `Restart ${number(count)}…`),
  restartOf: (label: string, title: string) => `${label} ${title}`,
  onOwnAlias: (alias: string | null) =>
    alias === null ? 'Each on its own alias' : `Each on its own alias, the newest on ${alias}`,
  tried: 'What was tried',
  triedBy: (by: string | null) => by ?? 'a person',
  triedOn: (tasks: number, aliases: readonly string[]) =>
    `restarted ${counted(tasks)}${aliases.length === 0 ? '' : ` on ${aliases.join(', ')}`}`,
  triedPassed: (count: number) => `${number(count)} passed`,
  triedFailed: (count: number) => `${number(count)} failed again`,
  triedRunning: (count: number) => `${number(count)} under way`,
  triedStopped: (count: number) => `${number(count)} stopped`,
  olderTries: (count: number) => `Show ${number(count)} more`,
  fewerTries: 'Show fewer',
} as const
