const of = (verb: string, kinds: string) => kinds.split(' ').map((kind) => `${kind}.${verb}`)
const made = 'plan schedule hook app worker script team cluster deployment view'

/** What can have been done, for a filter: its value, its label and the names of its records. */
export const activityActs: readonly (readonly [value: string, label: string, names: readonly string[]])[] = [
  [
    'start',
    'Started',
    ['workqueue.start', 'schedule.trigger', 'receipt.start-workqueues', 'receipt.backfill-schedule'],
  ],
  ['restart', 'Restarted', ['task.restart', 'failure.restart', 'receipt.restart-tasks']],
  ['cancel', 'Cancelled', ['workqueue.cancel', 'receipt.cancel-workqueues', 'receipt.cancel']],
  ['control', 'Completed or skipped', ['task.complete', 'task.skip']],
  ['pause', 'Paused or resumed', ['schedule.pause', 'schedule.resume', 'queue.pause', 'queue.resume']],
  ['reveal', 'Saw secrets', ['app.reveal', 'worker.reveal', 'deployment.reveal', 'invitation.show-link']],
  [
    'keys',
    'Keys, tokens, variables',
    [
      ...['alias', 'private-key', 'access-key'].flatMap((part) => [
        `worker.add-${part}`,
        `worker.remove-${part}`,
      ]),
      ...['add-token', 'remove-token', 'add-variable', 'remove-variable'].map((verb) => `app.${verb}`),
      'hook.renew-secret',
    ],
  ],
  [
    'people',
    'People and roles',
    [
      ...of('add', 'collaborator member'),
      ...of('remove', 'collaborator member'),
      ...['update', 'delete', 'accept-invitation'].map((verb) => `membership.${verb}`),
      ...['invite', 'resend', 'withdraw', 'show-link'].map((verb) => `invitation.${verb}`),
    ],
  ],
  ['create', 'Created', of('create', made)],
  [
    'update',
    'Changed',
    [
      'queue.limit',
      'queue.control',
      ...of('update', `workqueue account-settings ${made}`),
      ...of('update-many', `workqueue ${made}`),
    ],
  ],
  ['delete', 'Deleted', of('delete', `workqueue ${made}`)],
  [
    'decide',
    'Muted, assigned, noted',
    [
      ...of('mute', 'failure attention'),
      ...of('unmute', 'failure attention'),
      ...of('assign', 'failure attention'),
      'failure.close',
      ...of('note', 'failure workqueue'),
    ],
  ],
]

/** No record has this name: what nothing can match. */
const NOTHING = 'nothing.matches'

/** Runs that were started: there are many, and they say little of what people have changed. */
export const startNames: readonly string[] = activityActs.find(([value]) => value === 'start')?.[2] ?? []

/** The names of records that both filters let through; none for no filter. */
export function recordNamesOf(acts: readonly string[], kinds: readonly string[]): string[] {
  if (acts.length === 0) return [...kinds]
  const names = activityActs.flatMap(([value, , all]) => (acts.includes(value) ? all : []))
  const both = names.filter((name) => kinds.length === 0 || kinds.includes(name.slice(0, name.indexOf('.'))))
  return both.length > 0 ? both : [NOTHING]
}
