/** What each term of a search finds, in one line. */
export const termPurposes = {
  run: {
    status: 'status of the run: failed, started, completed, ...',
    plan: 'words of the name of its plan, or its id',
    tag: 'a whole tag',
    by: 'who started it: the address, or its part before the @',
    reason: 'words of the reason of a failed task',
    alias: 'alias of one of its tasks',
    started: '<2h: in the last two hours, >2h: longer ago',
    duration: '>10m: active for more than ten minutes, <10m: for less',
    state: 'state.order.id:o17 or order.id=o17: a value of the initial or the final state',
  },
  task: {
    status: 'status of the task: failed, queued, started, ...',
    type: 'words of its type: chargecard, payments.chargecard',
    reason: 'words of why it failed or is retried',
    run: 'words of the name of its workqueue',
    alias: 'the whole alias',
    host: 'words of the host that ran it',
    version: 'the whole version that ran it',
    started: '<2h: in the last two hours, >2h: longer ago',
    ended: '<1h: ended or failed in the last hour, >1h: longer ago',
    duration: '>10m: ran for more than ten minutes, <10m: for less',
  },
} as const

/** Texts of the search box of a list. */
export const searchBoxMessages = {
  clear: 'Clear search',
  suggestions: 'Suggestions',
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

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What is said of a hit that has no description. */
export const hitSentences = {
  plan: (version: number) => `Version ${version}`,
  worker: (aliases: number) => counted(aliases, 'alias', 'aliases'),
  alias: (worker: string) => `Alias of ${worker}`,
  team: (members: number) => counted(members, 'member', 'members'),
  cluster: (deployments: number) => counted(deployments, 'deployment', 'deployments'),
} as const
