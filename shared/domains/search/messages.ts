/** What each term of a search finds, in one line. */
export const termPurposes = {
  status: 'status of the run: failed, started, completed, ...',
  plan: 'words of the name of its plan, or its id',
  tag: 'a whole tag',
  by: 'who started it: the address, or its part before the @',
  reason: 'words of the reason of a failed task',
  alias: 'alias of one of its tasks',
  started: '<2h: in the last two hours, >2h: longer ago',
  duration: '>10m: active for more than ten minutes, <10m: for less',
  state: 'state.order.id:o17 or order.id=o17: a value of the initial or the final state',
} as const

const quoted = (text: string) => `“${text}”`

/** Why a term of a search is wrong; each names the term as it was typed. */
export const searchFaults = {
  noName: (term: string, name: string, names: readonly string[]) =>
    `${quoted(term)}: there is no term ${name}: (there are ${names.map((each) => `${each}:`).join(' ')}); put text with a colon in quotes`,
  noPath: (term: string) =>
    `${quoted(term)}: name a value of the state, as in state.order.id:o17 or order.id=o17`,
  noValue: (term: string) => `${quoted(term)} has no value`,
  noEnd: (term: string) => `${quoted(term)}: the quote has no end`,
  noWords: (term: string) => `${quoted(term)} has no letter or digit to search for`,
  status: (term: string, statuses: readonly string[]) =>
    `${quoted(term)}: a status is one of ${statuses.join(', ')}`,
  span: (term: string, name: string) =>
    `${quoted(term)}: write ${name}:>10m or ${name}:<2h, with s, m, h, d or w`,
  tooMany: (most: number) => `A search has at most ${most} terms`,
  tooLong: (most: number) => `A search has at most ${most} characters`,
} as const
