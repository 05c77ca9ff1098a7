import { nearScore } from './near.ts'

/** What is done to things that the words need not name: alone it offers those to which it is most likely to be done. */
export type Verb = 'restart' | 'rerun' | 'cancel' | 'mute' | 'pause' | 'resume'

const verbs: readonly (readonly [Verb, RegExp])[] = [
  ['restart', /^restart$/],
  ['rerun', /^(?:re[- ]?run|retry)$/],
  ['cancel', /^(?:cancel|stop|abort)$/],
  ['mute', /^mute$/],
  ['pause', /^pause$/],
  ['resume', /^resume$/],
]
/** Begun verbs are offered from this length on: fewer letters begin too many names. */
const BEGUN = 4

/** What may be said for a verb besides itself, as far as a typing error in it is found. */
const synonyms: readonly (readonly [Verb, string])[] = [
  ['rerun', 'retry'],
  ['cancel', 'abort'],
]
const spoken = [...verbs.map(([verb]): readonly [Verb, string] => [verb, verb]), ...synonyms]

/** The words before a name that are no part of it. */
const leading =
  /^(?:re[- ]?run|retry|restart|cancel|stop|abort|mute|pause|resume|run|start|open|go to|go)(?:\s+|$)/i
const fillers = new Set([
  'failed',
  'task',
  'tasks',
  'in',
  'of',
  'workqueue',
  'workqueues',
  'failure',
  'queue',
  'schedule',
])

export interface Meant {
  verb: Verb | null
  /** The name of what it is done to, as it was typed; empty after a verb alone. */
  name: string
}

/** The verb that the first word of a text is like, as after a typing error; null where it is one, or like none. */
export function nearlyMeantBy(query: string): Meant | null {
  const [first = '', ...rest] = query.trim().split(/\s+/)
  if (first.length < BEGUN || meantBy(query).verb !== null) return null
  const found = spoken.find(([, word]) => nearScore([first.toLowerCase()], word) > 0)
  return found ? { verb: found[0], name: rest.join(' ') } : null
}

/** The verb of a text, and what it is about. */
export function meantBy(query: string): Meant {
  const typed = query.trim()
  const first = leading.exec(typed)?.[0] ?? ''
  const said = (first || typed).trim().toLowerCase()
  const begun = first === '' && said.length >= BEGUN && verbs.find(([verb]) => verb.startsWith(said))
  const verb = begun || verbs.find(([, pattern]) => pattern.test(said))
  return { verb: verb ? verb[0] : null, name: begun ? '' : typed.slice(first.length) }
}

/** The words of a name without those that only say what kind of thing it is. */
export const withoutFillers = (words: readonly string[]): string[] =>
  words.filter((word) => !fillers.has(word))
