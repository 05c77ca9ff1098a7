/** Texts of the form that starts a run, and of the one that starts a run for each of many rows. */
export const runFormMessages = {
  initialState: 'Initial state',
  how: 'How the initial state is edited',
  form: (label: string) => (label === '' ? 'Form' : `Form of ${label}`),
  asForm: 'Form',
  asJson: 'JSON',
  add: 'Add',
  moveUp: (label: string, at: number) => `Move ${label} ${at} up`,
  moveDown: (label: string, at: number) => `Move ${label} ${at} down`,
  remove: (label: string, at: number) => `Remove ${label} ${at}`,
  fault: (label: string, message: string) => `${label} ${message}`.trim(),
  onlyInJson: 'is edited as JSON and stays as it is here.',
  more: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} is not part of the form and stays as it is.`
      : `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''} are not part of the form and stay as they are.`,
  notJson: 'The JSON has a fault: it must be repaired before the form can show it.',
  lastRun: 'As the last run',
  asIn: 'As in',
  of: (at: string) => `of ${at}`,
  noRun: 'This plan has not run in this app yet.',
  lastRunFailed: 'Error loading the last run:',
  reset: 'Reset',
  count: 'How many runs are started',
  one: 'One run',
  many: 'Run for each',
  rows: 'Rows',
  rowsHint:
    'CSV whose first line names places of the initial state, such as customer or address.city, or a JSON list of objects. Each row is added to the initial state.',
  noBase: (reason: string) => `The initial state that each row is added to has a fault: ${reason}`,
  file: 'Choose a file',
  noRows: 'Paste rows or choose a file: each row becomes a run, at most 1,000.',
  runMany: (count: number) => (count === 0 ? 'Run' : `Run ${count.toLocaleString('en')}`),
  preview: 'Rows to run',
  rowNumber: 'Row',
  state: 'Check',
  right: 'ready',
  ready: (right: number, wrong: number) =>
    [
      right === 1 ? '1 run starts.' : `${right.toLocaleString('en')} runs start.`,
      wrong === 0
        ? ''
        : wrong === 1
          ? '1 row has a fault and is left out: the receipt numbers the rows without it.'
          : `${wrong.toLocaleString('en')} rows have faults and are left out: the receipt numbers the rows without them.`,
    ]
      .join(' ')
      .trim(),
  moreRows: (count: number) => `and ${count.toLocaleString('en')} more rows`,
  notStarted: 'Not started',
  keptInputs: 'Everything is as you left it: change what is wrong, or try again.',
  starts: (tasks: number, app: string | null) =>
    `A run has ${tasks.toLocaleString('en')} ${tasks === 1 ? 'task' : 'tasks'}${app === null ? '' : ` and starts in ${app}`}.`,
  waitsIn: 'Queues in which its tasks would wait now',
  held: (why: string, queued: number) =>
    queued === 0 ? why : `${why}, ${queued.toLocaleString('en')} queued`,
  moreQueues: (count: number) => `and ${count.toLocaleString('en')} more queues`,
  startManyFailed: (plan: string) => `Couldn't start runs of ${plan}...`,
} as const
