/** Texts of Activity: who did what to which entity. */
export const activityMessages = {
  title: 'Activity',
  dashboard: 'Dashboard',
  loadFailed: 'The activity could not be read:',
  empty: 'Nothing has been done yet',
  emptyText:
    'Starts, restarts, cancels, changes and looks at secrets appear here, with who did them and why.',
  noMatch: 'No activity matches these filters',
  clear: 'Clear filters',
  who: 'Who',
  what: 'What',
  refusedOnly: 'Refused only',
  hideStarts: 'Hide starts',
  kind: 'Kind',
  done: 'Done',
  anyone: 'anyone',
  loadMembersFailed: 'Error loading members:',
  time: 'Time',
  lately: 'How long ago',
  anyTime: 'Any time',
  dates: 'Dates',
  oneEntity: 'one entity',
  of: (name: string) => `Of ${name}`,
  notOf: (name: string) => `Not only of ${name}`,
  byActor: (actor: string) => `What ${actor} has done`,
  untilChange: 'until it changes',
  until: (clock: string) => `until ${clock}`,
  /** `by`: another person; seconds since it was asked for. */
  undone: (by: string | null, seconds: number | null) =>
    `undone${by === null ? '' : ` by ${by}`}${seconds === null ? ' before it began' : ` after ${seconds} s`}`,
  nothing: 'Nothing has been done here yet.',
  /** What the list counts. */
  lines: ' lines, acts of one kind share one',
  others: (count: number) => `${count} more of this kind, since`,
  more: (count: number) => `${count.toLocaleString('en')} more`,
  unread: (count: number) => `and ${activityMessages.more(count)}`,
  when: 'When',
  source: 'From where',
  refused: 'refused',
  outcome: (done: number, total: number, failed: number) =>
    [`${done} of ${total} done`, failed > 0 ? `${failed} refused` : ''].filter(Boolean).join(', '),
} as const

/** How long ago something was done, for a filter. */
export const activitySpans = [
  ['hour', 'Last hour', 3_600_000],
  ['day', 'Last day', 86_400_000],
  ['week', 'Last week', 604_800_000],
] as const

/** The kinds of entities that the filter offers, with their names. */
export const activityKinds = [
  ['workqueue', 'Workqueues'],
  ['task', 'Tasks'],
  ['plan', 'Plans'],
  ['schedule', 'Schedules'],
  ['hook', 'Start addresses'],
  ['app', 'Apps'],
  ['worker', 'Workers'],
  ['script', 'Scripts'],
  ['team', 'Teams'],
  ['cluster', 'Clusters'],
  ['deployment', 'Deployments'],
  ['queue', 'Queues'],
  ['failure', 'Failures'],
  ['attention', 'Attention'],
  ['view', 'Views'],
  ['alert', 'Alert rules'],
  ['receipt', 'Actions on many'],
  ['membership', 'Members'],
  ['collaborator', 'Collaborators'],
  ['member', 'Team members'],
  ['invitation', 'Invitations'],
  ['account-settings', 'Account settings'],
] as const
