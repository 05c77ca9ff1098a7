/** A group of calls in the reference: a tag of OpenAPI, and the first words of the paths below `/api` that are in it. */
interface CallGroup {
  name: string
  description: string
  words: readonly string[]
}

/** In the order of the reference: what is run, with what it is run, what watches over it, who may do it. */
const groups: readonly CallGroup[] = [
  { name: 'Workqueues', description: 'Runs: start, list, cancel, note and log.', words: ['workqueues'] },
  {
    name: 'Tasks',
    description: 'Tasks of runs: attempts, payloads, restart, skip, complete, and reports of workers.',
    words: ['tasks'],
  },
  { name: 'Plans', description: 'Saved definitions with their versions and how they run.', words: ['plans'] },
  { name: 'Schedules', description: 'Runs of plans at set times.', words: ['schedules'] },
  {
    name: 'Start addresses',
    description: 'Addresses at which other systems start a plan by a signed call.',
    words: ['hooks'],
  },
  {
    name: 'Apps',
    description: 'Apps with their access tokens, variables and collaborators.',
    words: ['apps', 'vars'],
  },
  { name: 'Workers', description: 'Executors of tasks: their aliases, keys and inputs.', words: ['workers'] },
  { name: 'Queues', description: 'What waits for which workers; limits and pauses.', words: ['queues'] },
  {
    name: 'Worker queue',
    description: 'The Amazon SQS protocol by which workers take tasks and end them.',
    words: ['', 'queue'],
  },
  { name: 'Scripts', description: 'Code that tasks run, and tests of it.', words: ['scripts'] },
  { name: 'Teams', description: 'Owners of workers and scripts, with their members.', words: ['teams'] },
  { name: 'Clusters', description: 'Where workers are deployed.', words: ['clusters'] },
  {
    name: 'Deployments',
    description: 'Workers of a cluster and their configuration.',
    words: ['deployments'],
  },
  { name: 'Failures', description: 'Failed attempts by their cause.', words: ['failures'] },
  { name: 'Attention', description: 'What an operator has to look at now.', words: ['attention'] },
  { name: 'Alerts', description: 'Rules that send messages, and what was sent.', words: ['alerts'] },
  { name: 'Statistics', description: 'Counts and durations of apps and plans.', words: ['stats'] },
  { name: 'Search', description: 'One search over all kinds.', words: ['search'] },
  { name: 'Saved views', description: 'Filters of lists under a name.', words: ['views'] },
  {
    name: 'Activity',
    description: 'Who did what, and the receipts of actions on many rows.',
    words: ['audit', 'receipts'],
  },
  {
    name: 'Account and people',
    description: 'The account with its members, invitations, settings and keys.',
    words: ['account', 'accounts', 'accountSettings', 'invitation', 'invitations', 'user', 'keys'],
  },
  {
    name: 'Sign-in',
    description: 'Sign-in, passwords, single sign-on and own settings.',
    words: ['users', 'oidc'],
  },
  {
    name: 'Platform',
    description: 'Health, features and this reference.',
    words: ['health', 'healthz', 'capabilities', 'docs'],
  },
]

const nameOf = new Map(groups.flatMap(({ name, words }) => words.map((word) => [word, name] as const)))

/** The tags of the document. */
export const callTags = groups.map(({ name, description }) => ({ name, description }))

/** The tag of a call: that of the first word of its path, below `/api` or, of a call outside it, at the top. */
export function callTag(url: string): string {
  const [word = ''] = url.split('/').filter((part) => part !== '' && part !== 'api')
  const name = nameOf.get(word)
  if (name === undefined) throw new Error(`The calls at ${url} have no group in the reference.`)
  return name
}
