const number = (count: number) => count.toLocaleString('en')
const tasks = (count: number, status: string) =>
  `${number(count)} ${status} ${count === 1 ? 'task' : 'tasks'}`
const onAlias = (alias: string, word: string) => (alias === '' ? '' : ` ${word} ${alias}`)

/** What the dialog says that chooses another alias for tasks. */
export interface MoveWords {
  /** Null: their number is not known yet. */
  title(count: number | null): string
  /** The button; without an alias none is chosen. */
  submit(count: number, alias: string): string
  /** In place of the tasks when there are none. */
  none: string
  /** What becomes of the attempts. */
  attempts: string
  /** When a task failed or was queued. */
  since(clock: string): string
  loadFailed: string
}

/** Of failed tasks, which are restarted. */
export const restartWords: MoveWords = {
  title: (count) => `Restart ${count === null ? 'failed tasks' : tasks(count, 'failed')} on another alias`,
  submit: (count, alias) => `Restart ${number(count)}${onAlias(alias, 'on')}`,
  none: 'None of these tasks can be restarted: they run again or have ended.',
  attempts: 'attempts count anew',
  since: (clock) => `failed ${clock}`,
  loadFailed: 'Error loading the tasks of the failure:',
}

/** Of queued tasks, which are not restarted. */
export const queuedWords: MoveWords = {
  title: (count) => `Move ${count === null ? 'queued tasks' : tasks(count, 'queued')} to another alias`,
  submit: (count, alias) => `Move ${number(count)}${onAlias(alias, 'to')}`,
  none: 'None of these tasks waits there any more: they have started, or were moved.',
  attempts: 'attempts stay',
  since: (clock) => `queued ${clock}`,
  loadFailed: 'Error loading the tasks that wait:',
}
