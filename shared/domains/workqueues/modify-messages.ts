/** Texts of Run Workqueue with the definition of a run: "Modify and rerun". */
export const modifyMessages = {
  from: 'Modified from',
  ended: 'ended',
  notEnded: 'not ended',
  plan: 'of plan',
  version: (version: number, now: number | null) =>
    now === null || now === version ? `version ${version}` : `version ${version}, now ${now}`,
  noRun: 'The run cannot be read any more; its definition is below.',
  initialState: 'Initial state',
  noState: 'The run began with an empty state.',
  definition: 'Definition',
  tasks: (count: number) => (count === 1 ? '1 task' : `${count.toLocaleString('en')} tasks`),
  sameDefinition: 'as in the run',
  changedDefinition: 'changed',
  definitionHint: 'All that is submitted: the initial state above is part of it.',
  brokenDefinition: 'The definition has a fault: it must be repaired before the initial state can be edited.',
  changes: 'Changed since the run',
  nothingChanged: 'Nothing is changed yet',
  startsAgain: 'It starts as the run did.',
  changed: (count: number) =>
    count === 1 ? '1 value changed' : `${count.toLocaleString('en')} values changed`,
  unknownChange: 'The definition has a fault.',
  before: 'before',
  now: 'now',
  hidden: 'hidden',
  absent: 'none',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
} as const
