const atLeast = (count: number, more: boolean) => `${more ? 'at least ' : ''}${count.toLocaleString('en')}`

/** Exact texts of the page of one run. Those of its tasks are in `tasks/attempt-messages.ts`. */
export const runMessages = {
  views: 'View of the run',
  view: { graph: 'Graph', timeline: 'Timeline', table: 'Table' },
  active: (duration: string) => `${duration} active`,
  restarted: (times: number) => `restarted ×${times}`,
  tasksFailed: (failed: number, all: number) =>
    `${failed.toLocaleString('en')} of ${all.toLocaleString('en')} ${all === 1 ? 'task' : 'tasks'} failed`,
  children: (total: number) => `${total.toLocaleString('en')} ${total === 1 ? 'child run' : 'child runs'}`,
  childrenFailed: (count: number) => `${count.toLocaleString('en')} failed`,
  childrenRunning: (count: number) => `${count.toLocaleString('en')} running`,
  childrenCancelled: (count: number) => `${count.toLocaleString('en')} cancelled`,
  parent: 'Started by a task of this run',
  parentRun: 'parent run',
  more: 'More actions',
  compareLastGood: 'Compare with last good',
  compareOther: 'Compare with another run',
  rerun: 'Re Run',
  rerunFailed: (count: number) =>
    `Re Run ${count.toLocaleString('en')} failed ${count === 1 ? 'task' : 'tasks'}`,
  showLog: 'Show log',
  late: 'late',
  cause: 'What happens',
  failedAt: (clock: string) => `failed at ${clock}`,
  since: (clock: string) => `since ${clock}`,
  ago: (text: string, duration: string) => `${text}, ${duration} ago`,
  agoOnly: (duration: string) => `${duration} ago`,
  openFailed: (task: string) => `Log and attempts of ${task}`,
  waitFor: (count: number, causes: number) =>
    `${count.toLocaleString('en')} ${count === 1 ? 'task waits' : 'tasks wait'} behind ${causes > 1 ? 'them' : 'it'}`,
  failure: 'Failure',
  likeThis: (tasks: number, runs: number) =>
    `${tasks.toLocaleString('en')} ${tasks === 1 ? 'task' : 'tasks'} of ${runs.toLocaleString('en')} ${runs === 1 ? 'workqueue' : 'workqueues'} failed like this`,
  stillHas: (alias: string, version: string) => `alias ${alias} still has ${version}`,
  likeThisShort: (tasks: number) =>
    tasks > 1 ? `${tasks.toLocaleString('en')} tasks failed like this` : 'the first of its kind',
  openFailure: 'Open failure',
  lateAlike: (runs: number, more: boolean, task: string) =>
    `${atLeast(runs, more)} other ${runs === 1 && !more ? 'run of this plan is' : 'runs of this plan are'} late in ${task}`,
  lateAlikeShort: (runs: number, more: boolean) =>
    `${atLeast(runs, more)} more ${runs === 1 && !more ? 'run' : 'runs'} late in it`,
  lateRuns: 'Late runs',
  openLate: 'Open late runs',
  states: 'Tasks by state',
  taskCount: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`,
  nextOf: (count: number, word: string) => `${count.toLocaleString('en')} ${word}`,
  words: { started: 'running', notstarted: 'not started', retry: 'in retry' } as Record<string, string>,
  workqueue: 'Workqueue',
  showWorkqueue: 'Show the details beside',
} as const

/** What the keys of a run do. */
export const runKeys = {
  page: { n: 'next failed task' },
  drawer: { '[ ]': 'tab before and after' },
  attempts: { 'j k': 'next and previous attempt', Enter: 'its log' },
  timeline: { '← →': 'event before and after', '+ -': 'zoom' },
  compare: { n: 'next difference' },
  swap: { s: 'swap the two runs' },
} as const
