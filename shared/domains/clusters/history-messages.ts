import { userName } from '#shared/lib/email.ts'

/** `3 changes`, `1 change`. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Texts of what was and what will be changed in deployments. */
export const historyMessages = {
  title: 'Changes',
  deployment: 'Deployment',
  became: 'became',
  empty: 'empty',
  created: 'Created',
  nothingRecorded: 'Nothing was changed since this history is kept.',
  earlier: 'Show earlier changes',
  loadFailed: 'Error loading changes:',
  version: (version: number) => `v${version}`,
  by: (who: string | null) => (who === null ? '' : ` by ${userName(who)}`),

  // The preview of a change.
  preview: 'Changes that are not applied yet',
  count: (count: number) => countOf(count, 'change'),
  apply: (count: number) => (count === 0 ? 'Apply' : `Apply ${countOf(count, 'change')}`),
  discard: 'Discard',
  backTo: (tag: string) => `Back to ${tag}`,
  backText: (now: string, before: string) =>
    `Docker Tag ${now} becomes ${before} again, the tag before it. All other fields stay as they are saved.`,
  backNotNow: 'Apply or discard your changes first',
  manifest: 'Show the manifest',
  hideManifest: 'Hide the manifest',
  manifestLabel: 'Manifest before and after the change',
  noManifest: 'The manifest cannot be shown while a field has a fault.',
  hidden: '(hidden)',
  hiddenNew: '(new value)',

  // Of an alias.
  in: (cluster: string) => `in ${cluster}`,
  open: 'Open',
  tag: 'Tag',
  replicas: 'Replicas',
  variables: 'Variables',
  noVariables: 'none',
  unreadable: 'cannot be read',
  more: (count: number) => `and ${count} more`,
  since: (when: string, by: string | null, exact: boolean) =>
    `since ${when}${exact ? historyMessages.by(by) : ' or longer'}`,
  was: (tag: string) => `was ${tag}`,
  wanted: (count: number, polling: number | null) =>
    `${count}${polling === null ? '' : polling === 0 ? ', none polls now' : `, ${polling} ${polling === 1 ? 'polls' : 'poll'} now`}`,
  changedSince: (when: string) => `Changed since it last worked, ${when}`,
  sameSince: (when: string) => `Tasks were done on it since its last change, last ${when}`,
  maybeSince: (when: string) =>
    `No change is known since it last worked, ${when}; earlier ones were not recorded`,
  madeSince: (when: string, created: string, by: string | null) =>
    `Made${historyMessages.by(by)} ${created}, after this alias last worked, ${when}`,
  neverWorked: 'No success of this alias is known yet',
  on: (version: string | null, host: string | null) =>
    version || host ? ` on ${[version, host].filter(Boolean).join(' @ ')}` : '',
  changes: (count: number) => `${countOf(count, 'change')} since it last worked`,
  madeNew: 'made since it last worked',

  // The tasks of a deployment.
  work: (alias: string) => `Tasks of ${alias}`,
  workFailed: 'Error loading tasks:',
  noneFails: 'No task of this alias fails now',
  failing: (count: number, most: number) =>
    `${count >= most ? `${most.toLocaleString('en-GB')}+` : count} ${count === 1 ? 'task failed and is' : 'tasks failed and are'} not repaired yet`,
  counts: (queued: number, started: number, retry: number) =>
    [
      ...(queued > 0 ? [`${queued} ${queued === 1 ? 'waits' : 'wait'}`] : []),
      ...(started > 0 ? [`${started} ${started === 1 ? 'runs' : 'run'}`] : []),
      ...(retry > 0 ? [`${retry} ${retry === 1 ? 'retries' : 'retry'}`] : []),
    ].join(', ') || 'none waits or runs',
  newest: 'newest:',
  ofRun: 'of',
  /** Of a cause: the tasks of this alias, and how many its restart takes where it takes others too, or only some of them. */
  tasksHere: (here: number, restarted: number) => {
    if (restarted === 0 || restarted === here) return countOf(here, 'task')
    return restarted > here
      ? `${countOf(here, 'task')} of this alias, ${restarted.toLocaleString('en')} with those of others`
      : `${countOf(here, 'task')}, ${restarted.toLocaleString('en')} can be restarted`
  },
  otherCauses: (tasks: number) => `and ${countOf(tasks, 'task')} of other causes`,
} as const
