/** `A`, `A and B`, `A, B and C`, `A, B and 4 more`. */
export function listText(names: readonly string[], most = 3): string {
  if (names.length <= most)
    return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
}

const count = (words: string) => (number: number) => `${number.toLocaleString('en')} ${words}`
const plural = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

const shortInput = (input: string) => (input.length > 32 ? `${input.slice(0, 31)}…` : input)

/** Exact texts of the comparison of two runs. */
export const compareMessages = {
  title: 'Compare',
  loading: 'Loading runs',
  about: 'The comparison shows where two runs diverged first, and what may have caused it.',
  noneCompleted: 'No run of this plan has completed yet. Choose one.',
  sameRun: 'A run does not differ from itself. Choose another.',
  chooseRun: 'Compare with another run',
  findRun: 'Name or id of a run',
  anyPlan: 'Of any plan',
  runs: 'Runs',
  comparedNow: 'Compared now',
  noChoice: 'No run found.',
  olderRuns: 'Look among older runs',
  compareWith: (run: string) => `Compare with ${run}`,
  beside: 'beside',
  besideLastGood: 'beside the last good run',
  goodChoice: ({ input, isShared }: { input: string; isShared: boolean }) =>
    isShared ? `with ${shortInput(input)}` : `(the newest, none has ${shortInput(input)})`,
  ofAnotherPlan: 'of another plan',
  both: (run: string, other: string) => (run === other ? run : `${run} and ${other}`),
  another: 'Another run…',
  copyLink: 'Copy link',
  swap: 'Swap the runs',
  lastGood: 'Last good',
  thisRun: 'This run',
  otherRun: 'Other run',
  by: (who: string) => `by ${who}`,
  version: (version: number) => `v${version}`,

  diverged: 'First that diverged:',
  bothFailed: 'Both failed at',
  underWay: 'Nothing has diverged so far',
  nothingDiverged: 'No task diverged',
  nothingDiffers: 'Nothing differs',
  partsDiffer: (parts: readonly string[]) =>
    `${listText(parts)} ${parts.length === 1 ? 'differs' : 'differ'}`,
  compared: (tasks: number, plan: string | null) =>
    `Compared: status, time, version, alias, inputs and result of ${plural(tasks, 'task')}, ${plan ?? 'the definition'}, initial state and outputs`,
  usually: (duration: string) => `usually ${duration}`,
  worker: (type: string) => `worker ${type}`,
  input: (key: string) => `input ${key}`,
  moreInputs: (number: number) => `and ${plural(number, 'other input')}`,
  plan: 'plan',
  alias: 'alias',
  host: 'host',
  result: 'result',
  also: (values: readonly string[]) => `also on ${values.join(', ')}`,
  endedToo: (names: readonly string[]) => `${listText(names)} ended`,
  sameDefinition: 'its definition is the same',
  theSame: 'the same',
  aliasOf: (alias: string) => `alias ${alias}`,
  planOf: (version: number) => `plan v${version}`,
  versionOf: (version: string) => `version ${version}`,
  inputs: 'inputs',
  taskInputs: 'inputs of the task',
  rerunNamed: (task: string) => `Re Run ${task}`,
  inRun: (run: string) => `in ${run}`,

  tabs: 'Plan, initial state and outputs',
  tab: { plan: 'Plan', state: 'Initial state', outputs: 'Outputs' },
  planTab: 'Plan of both runs',
  whichSide: (left: string, right: string) => `${left} left, ${right} right`,
  samePlan: (version: number | null) => (version === null ? 'the same' : `the same, v${version}`),
  samePlanText: 'Both runs ran the same definition.',
  openPlan: 'Open the plan',
  loadingPlan: 'Loading versions',
  versions: (left: number, right: number) => `v${left} → v${right}`,
  anotherPlan: 'another plan',
  definitionDiffers: 'the definition differs',
  differ: (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'differs' : 'differ'}`,
  someDiffer: (changed: number, both: number) =>
    `${changed.toLocaleString('en')} of ${both.toLocaleString('en')} differ`,
  inBoth: (number: number) => `${number.toLocaleString('en')} in both`,

  tasks: 'Tasks',
  onlyDifferences: 'Only differences',
  noDifferences: 'No task differs',
  earlierRows: (step: number, left: number) =>
    `Show ${step.toLocaleString('en')} of ${left.toLocaleString('en')} before`,
  differing: {
    same: count('the same'),
    version: (number: number) =>
      `${number.toLocaleString('en')} ${number === 1 ? 'differs' : 'differ'} in version`,
    alias: (number: number) =>
      `${number.toLocaleString('en')} ${number === 1 ? 'differs' : 'differ'} in alias`,
    inputs: (number: number) =>
      `${number.toLocaleString('en')} ${number === 1 ? 'differs' : 'differ'} in inputs`,
    time: (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'differs' : 'differ'} in time`,
    status: (number: number) =>
      `${number.toLocaleString('en')} ${number === 1 ? 'differs' : 'differ'} in status`,
    open: count('under way'),
  },
  startedInNone: count('not started in either'),
  unreached: count('not reached'),
  notYet: count('not started yet'),
  cancelledTasks: (number: number, unreached: number, run: string | null) =>
    [
      `${number.toLocaleString('en')} cancelled${run === null ? '' : ` in ${run}`}`,
      unreached === 0 ? '' : `(${unreached.toLocaleString('en')} before they started)`,
    ]
      .filter(Boolean)
      .join(' '),
  failed: count('failed'),
  failedIn: (number: number, run: string) => `${number.toLocaleString('en')} failed in ${run}`,
  onlyHere: count('only here'),
  onlyIn: (number: number, run: string) => `${number.toLocaleString('en')} only in ${run}`,
  onlyHereNote: 'only here',
  onlyInNote: (run: string) => `only in ${run}`,
  onFailureOnly: 'runs on failure only',
  notReached: (number: number) => `${plural(number, 'task')} not reached`,
  notStartedYet: (number: number) => `${plural(number, 'task')} not started yet`,
  notStarted: 'not started',
  notNeeded: 'not needed',
  cancelled: 'cancelled',
  none: 'none',
  task: 'Task, in graph order',
  ran: 'Ran',
  ranThere: 'ran',
  difference: 'Difference',
  waited: 'Waited',
  versionAtHost: 'Version @ host',
  showValues: 'Show inputs and result',
  hideValues: 'Hide inputs and result',
  inputsTitle: 'Inputs',
  resultTitle: 'Result',
  empty: 'Empty in both',
  left: 'Left',
  right: 'Right',
  sameLines: (number: number) => plural(number, 'equal line'),
  moreLines: (number: number) => `Show ${plural(number, 'more line')}`,
  cancelledBefore: 'cancelled before they started',
  waitFor: (names: readonly string[], tasks: number) =>
    `${tasks === 1 ? 'waits' : 'all wait'} for ${listText(names, 2)}`,
} as const
