/** Verbs whose past is not the verb with `d` or `ed`. */
const irregular: Readonly<Record<string, string>> = {
  'add-access-key': 'renewed the access key of',
  'add-alias': 'added an alias to',
  'add-private-key': 'added a private key to',
  'add-token': 'added a token to',
  'add-variable': 'added a variable to',
  'remove-access-key': 'removed an old access key of',
  'remove-alias': 'removed an alias of',
  'remove-private-key': 'removed a private key of',
  'remove-token': 'removed a token of',
  'remove-variable': 'removed a variable of',
  'update-many': 'changed many',
  'renew-secret': 'renewed the secret of',
  reveal: 'saw the secrets of',
  note: 'noted on',
  skip: 'skipped',
  trigger: 'started a run of',
  limit: 'set the limit of',
  control: 'changed',
  cancel: 'cancelled',
  update: 'changed',
  resend: 'sent again',
  withdraw: 'withdrew',
  'show-link': 'saw the link of',
  'accept-invitation': 'accepted an invitation to',
  seed: 'set up',
  run: 'ran',
}

/** What is done without an entity that has a page: the whole sentence after the actor. */
const whole: Readonly<Record<string, string>> = {
  'session.login': 'signed in',
  'session.oidc-login': 'signed in by single sign-on',
  'session.token-login': 'signed in by a link',
  'session.invitation-login': 'signed in by an invitation',
  'session.logout': 'signed out',
  'user.change-password': 'changed the password',
  'user.reset-password': 'asked for a new password',
  'account-settings.update': 'changed the settings of the account',
  'receipt.restart-tasks': 'restarted tasks',
  'receipt.cancel-workqueues': 'cancelled workqueues',
  'receipt.start-workqueues': 'started workqueues',
  'receipt.backfill-schedule': 'backfilled a schedule',
}

/** Names of kinds whose own are not plain words. */
const kinds: Readonly<Record<string, string>> = {
  'account-settings': 'settings of the account',
  member: 'team member',
  membership: 'member',
  attention: 'item of Attention',
  hook: 'start address',
  alert: 'alert rule',
}

/** The entity's kind and what was done, of `plan.update`. */
export function partsOfAction(action: string): { kind: string; verb: string } {
  const dot = action.indexOf('.')
  return dot < 0 ? { kind: '', verb: action } : { kind: action.slice(0, dot), verb: action.slice(dot + 1) }
}

/** Type and alias of the entity of a queue, `task.image.resize/default`. */
export function queueOfEntity(entity: string): [type: string, alias: string] {
  const at = entity.lastIndexOf('/')
  return [entity.slice(0, at), entity.slice(at + 1)]
}

/** The name of a kind in a sentence: `workqueue`. */
export const kindWord = (kind: string): string => kinds[kind] ?? kind.replaceAll('-', ' ')

/** Kinds whose entities are named, unless they are gone. */
const namedKinds: ReadonlySet<string> = new Set([
  'workqueue',
  'task',
  'plan',
  'app',
  'worker',
  'script',
  'team',
  'cluster',
  'deployment',
  'view',
  'failure',
  'schedule',
  'hook',
  'alert',
])

/** `an app that is gone`, `an invitation`: an entity without a name. */
export function unnamedEntity(kind: string): string {
  if (kind === 'account') return 'the account'
  const word = kindWord(kind)
  return `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}${namedKinds.has(kind) ? ' that is gone' : ''}`
}

/** The whole sentence after the actor, where no entity is named; else null. */
export const wholeAct = (action: string): string | null => whole[action] ?? null

/** `restarted`, `saw the secrets of`: what was done, before the name of the entity. */
export function verbWords(action: string): string {
  const { verb } = partsOfAction(action)
  const known = irregular[verb]
  if (known) return known
  const words = verb.replaceAll('-', ' ')
  return words.endsWith('e') ? `${words}d` : `${words}ed`
}
