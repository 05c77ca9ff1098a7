import { receiptAct, receiptName } from '#shared/bulk/receipt-name.ts'
import { userName } from '#shared/lib/email.ts'
import { activityMessages as texts } from './messages.ts'
import { kindWord, partsOfAction, queueOfEntity, unnamedEntity, verbWords, wholeAct } from './words.ts'

/** A record of what was done, and what is known now of its entity. */
export interface Act {
  action: string
  at?: string | null
  actor?: string
  entity: string | null
  detail: string | null
  about: {
    name: string
    total?: number | null
    done?: number | null
    failed?: number | null
    status?: string | null
    alias?: string | null
    action?: string | null
    cancelledBy?: string | null
    cancelledAt?: string | null
    run?: string | null
    workqueueId?: string | null
  } | null
}

/** A sentence after its actor, in which the name of the entity may lead to its page. */
export interface ActSentence {
  before: string
  name: string
  after: string
}

/**
 * `restarted the task |Charge cards| of Nightly invoice run, on canary`: what was done to which entity. `here` is the id of the
 * entity on whose page it is said: a task does not name that run.
 */
export function actSentence(act: Act, here?: string): ActSentence {
  const { kind, verb } = partsOfAction(act.action)
  const sentence = sentences[kind]?.(act, verb)
  if (sentence) return sentence
  const whole = wholeAct(act.action)
  return whole === null
    ? ofEntity(act, kind, verb, here)
    : { before: whole, name: '', after: afterComma(act.detail) }
}

/** The detail of what is taken from its owner. */
const NO_OWNER = 'no owner'

const afterComma = (detail: string | null) => (detail ? `, ${detail}` : '')

function ofEntity(
  { action, entity, detail, about }: Act,
  kind: string,
  verb: string,
  here: string | undefined,
): ActSentence {
  const verbs = verbWords(action)
  const word = kindWord(kind)
  const after = afterName(verb, detail)
  if (about) {
    const run = about.run && about.workqueueId !== here ? ` of ${about.run}` : ''
    return { before: `${verbs} the ${word} `, name: about.name, after: `${run}${after}` }
  }
  if (entity === null) return { before: `${verbs} ${word}s`, name: '', after: afterComma(detail) }
  // The record of a deletion has the name.
  if (verb === 'delete' && detail) return { before: `${verbs} the ${word} `, name: detail, after: '' }
  return { before: `${verbs} `, name: unnamedEntity(kind), after }
}

/** What follows the name: to whom it was assigned, what an update has changed, which part of it. */
function afterName(verb: string, detail: string | null): string {
  if (detail && verb === 'assign' && detail !== NO_OWNER) return ` to ${detail}`
  return detail && verb === 'update' ? `: ${detail}` : afterComma(detail)
}

type Sentence = (act: Act, verb: string) => ActSentence | null

/** A person in an app or a team: removed ones are known by the record. */
const ofPerson =
  (kind: string): Sentence =>
  (act, verb) => {
    const name = act.about?.name ?? act.detail
    return name === null
      ? null
      : { before: `${verbWords(`${kind}.${verb}`)} the ${kindWord(kind)} `, name, after: '' }
  }

const sentences: Readonly<Record<string, Sentence>> = {
  collaborator: ofPerson('collaborator'),
  member: ofPerson('member'),
  membership: ({ about, detail }, verb) => {
    if (verb === 'accept-invitation') return { before: 'accepted an invitation', name: '', after: '' }
    const name = about?.name ?? (verb === 'delete' ? detail : null)
    if (!name) return null
    if (verb === 'delete') return { before: 'removed ', name, after: ' from the account' }
    return { before: 'changed the role of ', name, after: detail ? ` to ${detail}` : '' }
  },
  invitation: ({ about, detail }, verb) => {
    if (!detail) return null
    if (verb === 'invite')
      return { before: `invited ${detail} to `, name: about?.name ?? 'the account', after: '' }
    return { before: `${verbWords(`invitation.${verb}`)} the invitation of `, name: detail, after: '' }
  },
  queue: ({ action, entity, detail }, verb) => {
    if (entity === null) return null
    const after = verb === 'limit' && detail ? ` to ${detail}` : afterComma(detail)
    return { before: `${verbWords(action)} the queue `, name: queueNameOf(entity), after }
  },
  receipt: ({ about, at, actor }, verb) => {
    if (!about) return null
    const { total, status, alias, cancelledBy, cancelledAt } = about
    const count = total ?? 0
    // The record of a cancel does not have what was cancelled.
    const asked = verb === 'cancel' ? (about.action ?? '') : verb
    const named = { action: asked, total: count, name: about.name, status, alias }
    if (verb === 'cancel')
      return { before: 'cancelled before it began: ', name: receiptName(named), after: '' }
    const { verb: did, rows: name } = receiptAct(named)
    const before = `${did} `
    if (!cancelledBy)
      return { before, name, after: `: ${texts.outcome(about.done ?? 0, count, about.failed ?? 0)}` }
    const by = cancelledBy === actor ? null : userName(cancelledBy)
    const ms = at && cancelledAt ? Date.parse(cancelledAt) - Date.parse(at) : null
    return { before, name, after: `, ${texts.undone(by, ms === null ? null : Math.round(ms / 1000))}` }
  },
}

/** `resize · default` of `task.image.resize/default`. */
function queueNameOf(entity: string): string {
  const [type, alias] = queueOfEntity(entity)
  return `${type.slice(type.lastIndexOf('.') + 1)} · ${alias}`
}
