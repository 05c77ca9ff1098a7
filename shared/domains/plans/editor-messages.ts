/** Texts of the editor of a definition: what it proposes, and what it finds wrong. */
export const planEditorMessages = {
  definition: 'Definition',
  workflow: 'Workflow',
  view: 'View',
  format: 'Format',
  formatKeys: 'Shift Alt F',
  checking: 'Checking',
  noProblems: 'No faults',
  problems: 'Problems of the definition',
  line: (line: number) => `line ${line.toLocaleString('en')}`,
  andMore: (count: number) => `and ${count.toLocaleString('en')} more`,
  /** How many of each, as in `2 faults, 1 warning`. */
  counted: (errors: number, warnings: number) =>
    [
      errors > 0 && `${errors.toLocaleString('en')} ${errors === 1 ? 'fault' : 'faults'}`,
      warnings > 0 && `${warnings.toLocaleString('en')} ${warnings === 1 ? 'warning' : 'warnings'}`,
    ]
      .filter(Boolean)
      .join(', '),
  builtin: 'built in',
  workerType: 'a worker of the account',
  scriptType: 'a script of the account',
  initialState: 'initial state',
  writtenBy: (task: string) => `written by ${task}`,
  variable: 'variable of the app',
  operator: 'condition',
  taken: 'the worker takes it',
  necessary: 'necessary',
  noJson: 'this is not JSON',
  propertyMissing: 'a name in quotes is missing, or a comma is too much',
  valueMissing: 'a value is missing, or a comma is too much',
  missing: (sign: string) => `"${sign}" is missing`,
  afterEnd: 'nothing may follow the definition',
  noComments: 'JSON has no comments',
  openText: 'the text has no closing quote',
  noPlanField: (name: string) => `"${name}" is not a field of a plan`,
  noTaskField: (name: string) => `"${name}" is not a field of a task`,
  unknownType: (type: string) => `no worker of the account runs ${type}`,
  unknownScript: (type: string) => `no script of the account has the type ${type}`,
} as const

/** What the fields of a plan mean. */
export const fieldNotes: Readonly<Record<string, string>> = {
  name: 'The name of the plan and of its runs, at most 200 characters.',
  description: 'What it does, at most 2,000 characters.',
  tags: 'Tags of its runs, at most 50; a tag contains no comma.',
  initialState: 'The state that a run begins with. Tasks read it as $state.{path}.',
  inputSchema: 'JSON Schema of the initial state: the form that starts a run is made from it.',
  outputsDef: 'What a run answers when it has ended: an object of $state.{path} values, or a list of paths.',
  firstTasks: 'Names of tasks that begin the run.',
  errorTasks: 'Names of tasks that only run when the run fails.',
  expectedMs: 'How long a run should take, in milliseconds; without it the last runs tell.',
  deadlineMs: 'How long a run may take from its start, in milliseconds.',
  onDeadline: 'fail: the run fails at its deadline. tell: it is marked as late and goes on.',
  priority: 'Of its runs in queues: 1 (high) to 5 (low), 3 when left out.',
  tasks: 'The tasks, at most 5,000. A task starts when all that it depends on have ended.',
}

/** What the fields of a task mean. */
export const taskFieldNotes: Readonly<Record<string, string>> = {
  name: 'Its name, once in the plan.',
  type: 'task.{namespace}.{type}: of a worker, or one that the platform runs itself.',
  alias: 'The alias of the worker that gets it; default when left out.',
  aliasType: 'A free text about the alias.',
  depends: 'Names of the tasks that must have ended before it starts.',
  condition: 'One of and, or, in, var over the state; when it is false the task is skipped.',
  continueOnError: 'The run goes on when the task fails.',
  inputs:
    'What the worker gets. "$state.{path}" is read from the state, "$var.{name}" from the variables of the app.',
  outputs: 'Field of the result -> "$state.{path}" that it is written to.',
  retry: 'How often it is tried again after a failure, after which delay (ms), and the factor of the delay.',
  timeoutMs: 'It fails when an attempt runs longer, in milliseconds.',
  expectedMs: 'How long it should run, in milliseconds; without it its last executions tell.',
  deadlineMs: 'How long it may take from when it is ready, with all its attempts, in milliseconds.',
  onDeadline: 'fail: it fails at its deadline, without a retry. tell: it is marked as late and goes on.',
}
