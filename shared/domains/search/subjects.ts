import { taskStatuses } from '../tasks/constants.ts'
import { workqueueStatuses } from '../workqueues/statuses.ts'
import { termPurposes } from './messages.ts'

/**
 * How the value of a term is read: words, one of which may be begun; a whole value; statuses; a span of time; a value of a
 * state, which has a path.
 */
export type TermForm = 'words' | 'value' | 'status' | 'span' | 'state'

/** What a list is searched by. A term is written `name:value`; words without a name are compared with the subject itself. */
export interface SearchSubject {
  readonly plain: string
  readonly terms: Readonly<Record<string, TermForm>>
  readonly statuses: readonly string[]
  /** What each term finds, in one line. */
  readonly purposes: Readonly<Record<string, string>>
  /** Values of terms that need no call. */
  readonly values: Readonly<Record<string, readonly string[]>>
}

/** Runs, in the list of workqueues. */
export const runSubject = {
  plain: 'run',
  terms: {
    status: 'status',
    plan: 'words',
    tag: 'value',
    by: 'value',
    reason: 'words',
    alias: 'value',
    started: 'span',
    duration: 'span',
    state: 'state',
  },
  statuses: workqueueStatuses,
  purposes: termPurposes.run,
  values: {
    status: workqueueStatuses,
    started: ['<15m', '<2h', '<24h', '>24h', '>7d'],
    duration: ['>1m', '>10m', '>1h', '<1m'],
  },
} as const satisfies SearchSubject

/** Tasks of all runs of an app. */
export const taskSubject = {
  plain: 'task',
  terms: {
    status: 'status',
    type: 'words',
    reason: 'words',
    run: 'words',
    alias: 'value',
    host: 'words',
    version: 'value',
    started: 'span',
    ended: 'span',
    duration: 'span',
  },
  statuses: taskStatuses,
  purposes: termPurposes.task,
  values: {
    status: taskStatuses,
    started: ['<15m', '<2h', '<24h', '>24h'],
    ended: ['<15m', '<1h', '<24h', '>24h'],
    duration: ['>1m', '>10m', '>1h', '<1s'],
  },
} as const satisfies SearchSubject

export type RunSubject = typeof runSubject
export type TaskSubject = typeof taskSubject

/** The terms of a subject whose values are read in this form. */
export type TermsOf<Subject extends SearchSubject, Form extends TermForm> = {
  [Name in keyof Subject['terms']]: Subject['terms'][Name] extends Form ? Name : never
}[keyof Subject['terms']]

/** Terms whose values `GET search/suggestions` knows. */
export const suggestedTerms = ['plan', 'tag', 'by', 'alias'] as const
export type SuggestedTerm = (typeof suggestedTerms)[number]

export const isSuggestedTerm = (name: string): name is SuggestedTerm =>
  (suggestedTerms as readonly string[]).includes(name)

/** What a search box offers while a term is begun: what is inserted, with its colon or dot, and one line about it. */
export interface TermHint {
  insert: string
  purpose: string
}

export const termHintsOf = ({ terms, purposes }: SearchSubject): TermHint[] =>
  Object.entries(terms).map(([name, form]) => ({
    insert: form === 'state' ? `${name}.` : `${name}:`,
    purpose: purposes[name] ?? '',
  }))
