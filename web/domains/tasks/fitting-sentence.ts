import type { Why } from '#shared/domains/tasks/why/contract.ts'

/** A sentence, and what of it a narrow place shows. */
export type ListedSentence = Pick<Why, 'text' | 'short'>

/** A sentence without a short form. */
export const wholeSentence = (text: string): ListedSentence => ({ text, short: text })

/** Characters of a sentence that the column of reasons always has room for. */
const ROOM = 90

/** The sentence as a table shows it: one without room is the short form, because a cut one may lack the cause. */
export const fittingSentence = ({ text, short }: ListedSentence): string =>
  text.length > ROOM ? short : text
