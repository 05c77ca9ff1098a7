const counted = (count: number) => count.toLocaleString('en')

/** Exact texts of the graph of a run and of the tasks of a fan-out below it. */
export const graphMessages = {
  groupFanOuts: (from: number) => `Group fan-outs of ${from} or more`,
  inspector: (name: string) => `Tasks of ${name}`,
  find: 'Find a task or reason',
  nothingFound: (search: string) => `No task matches ${search}`,
  clear: 'Clear search',
  all: 'all',
  order: 'failed first',
  columns: {
    task: 'Task',
    input: 'Input',
    log: 'What its log says last',
    attempts: 'Attempts',
    worker: 'Version @ host',
    ended: 'Failed at',
    endedAt: 'Ended at',
    duration: 'Duration',
  },
  noReason: 'Failed without a reason',
  tasks: (count: number) => `${counted(count)} ${count === 1 ? 'task' : 'tasks'}`,
  first: (clock: string) => `first ${clock}`,
  restart: (count: number) => `Restart ${counted(count)}`,
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all failed tasks',
  selected: (count: number) => `${counted(count)} selected`,
  more: (count: number) => `${counted(count)} more`,
  beyond: (count: number, where: string) => `${counted(count)} more ${where}`,
  summary: (failed: number, reasons: number) =>
    `${counted(failed)} failed, ${counted(reasons)} ${reasons === 1 ? 'reason' : 'reasons'}`,
  stillRunning: (count: number) => `${counted(count)} still running; new failures join their group`,
} as const
