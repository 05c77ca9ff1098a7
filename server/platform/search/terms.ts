import { normal, searchWords } from '#shared/domains/search/normal.ts'
import type { Json } from '#shared/lib/json.ts'
import { stateValues } from './state-values.ts'

/** Of each kind of term a prefix, so that the same text in another field is another term. */
export const termOf = {
  /** Every run of the account. */
  any: '*',
  app: (id: string) => `a:${id}`,
  root: 'o',
  parent: (id: string) => `f:${id}`,
  tag: (tag: string) => `g:${tag}`,
  alias: (alias: string) => `l:${alias}`,
  by: (actor: string) => `b:${actor}`,
  state: (value: string) => `s:${value}`,
} as const

/** A field whose words can be searched for: the marks of its words, which no word contains. */
export const markOf = { run: '', plan: 'p:', reason: 'r:' } as const
export type WordField = keyof typeof markOf

/** Lengths of the begins of words that are indexed. */
const lengths = [3, 6, 9, 13, 20] as const
/**
 * The same for ids. They begin with their second: shorter begins would find nearly every run, and longer ones, which nearly
 * every run has of its own, are the dearest to store.
 */
const idLengths = [6, 9] as const
/** Screens show the last characters of an id: these are found too. */
export const ID_END = 6
/** A word with fewer letters is found only whole. */
export const MIN_BEGIN = lengths[0]
export const MIN_ID_START = idLengths[0]

/** The terms of a word: its indexed begins, or itself if it is shorter than all of them. */
export const wordTerms = (mark: string, word: string): string[] =>
  begins(word, lengths).map((begin) => `w:${mark}${begin}`)

const begins = (word: string, ofLengths: readonly number[]): string[] => {
  const fitting = ofLengths.filter((length) => length <= word.length)
  return fitting.length > 0 ? fitting.map((length) => word.slice(0, length)) : [word]
}

/** The most selective term that every word with this begin has. */
export const termOfBegin = (mark: string, begin: string): string => wordTerms(mark, begin).at(-1)!

/** The same for a begin that may be one of an id. */
export const termOfIdBegin = (begin: string): string => `w:${begins(begin, idLengths).at(-1)!}`

/** A run as its terms are made from. */
export interface SearchedRun {
  id: string
  appId: string
  name: string
  description: string
  tags: readonly string[]
  planId: string | null
  planName: string | null
  parentId: string | null
  /** Whether a task has started it. */
  isChild: boolean
  createdBy: string | null
  aliases: readonly string[]
  reasons: readonly string[]
  /** The initial state, and the final one of a run that has ended. */
  states: readonly Json[]
}

/** Words of one run, and letters of a word that are kept. */
const MAX_WORDS = 300
export const MAX_LETTERS = 200

/**
 * What can be searched for of a run: terms, and its words, ` nightly billing | p:nightly p:billing |`, with a blank around
 * each and a bar after each text.
 */
export function searchedFields(run: SearchedRun): { terms: Set<string>; words: string } {
  const terms = new Set<string>([termOf.any, termOf.app(run.appId)])
  if (!run.isChild) terms.add(termOf.root)
  if (run.parentId !== null) terms.add(termOf.parent(run.parentId))
  for (const tag of run.tags) terms.add(termOf.tag(normal(tag)))
  for (const alias of run.aliases) terms.add(termOf.alias(normal(alias)))
  for (const actor of namesOf(run.createdBy)) terms.add(termOf.by(actor))
  for (const state of run.states) for (const value of stateValues(state)) terms.add(termOf.state(value))
  const id = normal(run.id)
  for (const part of [...begins(id, idLengths), id.slice(-ID_END)]) terms.add(`w:${part}`)
  const words = wordLists(run)
  for (const list of words)
    for (const { mark, word } of list) for (const term of wordTerms(mark, word)) terms.add(term)
  return {
    terms,
    words: words.map((list) => ` ${list.map(({ mark, word }) => mark + word).join(' ')} |`).join(''),
  }
}

/** The words of each text, in the order of the text. */
function wordLists(run: SearchedRun) {
  const { planName, planId, tags, reasons } = run
  const texts: [WordField, string][] = [
    ['run', run.name],
    ['run', planName ?? ''],
    ...tags.map((tag): [WordField, string] => ['run', tag]),
    ['plan', planName ?? ''],
    ['plan', planId ?? ''],
    ...reasons.map((reason): [WordField, string] => ['reason', reason]),
    ['run', run.description],
  ]
  let left = MAX_WORDS
  return texts
    .map(([field, text]) => {
      const words = searchWords(text).slice(0, left)
      left -= words.length
      return words.map((word) => ({ mark: markOf[field], word: word.slice(0, MAX_LETTERS) }))
    })
    .filter((list) => list.length > 0)
}

/** An address, and its part before the @. */
function namesOf(actor: string | null): string[] {
  if (actor === null) return []
  const whole = normal(actor).trim()
  const at = whole.indexOf('@')
  return at > 0 ? [whole, whole.slice(0, at)] : [whole]
}
