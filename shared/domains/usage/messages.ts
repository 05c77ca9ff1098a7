import type { UsedKind, UseKind } from './kinds.ts'

/** Of one and of many, after their number. */
type Phrase = readonly [one: string, many: string]

const uses: Record<UseKind, Phrase> = {
  task: ['task runs on it', 'tasks run on it'],
  waiting: ['task waits for it', 'tasks wait for it'],
  run: ['run under way has tasks to come for it', 'runs under way have tasks to come for it'],
  schedule: ['schedule runs it', 'schedules run it'],
  hook: ['start address runs it', 'start addresses run it'],
  poller: ['worker polls it', 'workers poll it'],
  deployment: ['deployment runs it', 'deployments run it'],
  plan: ['plan names it', 'plans name it'],
  key: ['private key ends with it', 'private keys end with it'],
}

/** Where the relation of a kind of things to what uses them is another one. */
const usesOf: Partial<Record<UsedKind, Partial<Record<UseKind, Phrase>>>> = {
  plan: {
    run: ['run of it is under way', 'runs of it are under way'],
    plan: ['plan starts it', 'plans start it'],
  },
  script: { task: ['task runs it', 'tasks run it'] },
  cluster: {
    task: ['task runs on its deployments', 'tasks run on its deployments'],
    waiting: ['task waits for its deployments', 'tasks wait for its deployments'],
    deployment: ['deployment is in it', 'deployments are in it'],
  },
  deployment: { poller: ['worker polls its alias', 'workers poll its alias'] },
  variable: {
    waiting: ['task that waits reads it', 'tasks that wait read it'],
    run: ['run under way has tasks to come that read it', 'runs under way have tasks to come that read it'],
    plan: ['plan reads it', 'plans read it'],
  },
  privateKey: {
    task: ['task runs on its alias', 'tasks run on its alias'],
    waiting: ['task waits for its alias', 'tasks wait for its alias'],
    key: ['other key of its alias is valid', 'other keys of its alias are valid'],
  },
}

/** `2 tasks`: what uses something, as a sentence without its end. */
export const usePhrase = (of: UsedKind, use: UseKind): Phrase => usesOf[of]?.[use] ?? uses[use]

/** What is done to it. */
export type Deed = 'save' | 'delete'

const refused = ' and will be refused'
const thoseWait = '; those tasks will wait'
const thoseFail = '; those tasks will fail'

/** What follows from it for what uses it, whether that is one or many. */
export const followsFrom: Record<Deed, Partial<Record<UsedKind, Partial<Record<UseKind, string>>>>> = {
  save: {
    plan: {
      run: '; what is under way keeps its version',
      schedule: ', with the new version from then on',
      hook: ', with the new version from then on',
      plan: ', with the new version from then on',
    },
    script: { run: ', with the new code from then on', plan: ', with the new code from then on' },
  },
  delete: {
    plan: {
      run: '; what is under way goes on to its end',
      schedule: ' and will be deleted with it',
      hook: ' and will be deleted with it; calls will be refused',
      plan: '; the tasks that do will fail',
    },
    worker: {
      task: '; reports will be refused',
      waiting: '; nothing will take what waits',
      run: thoseWait,
      poller: refused,
      deployment: ' and will have nothing to do',
      plan: thoseWait,
    },
    alias: {
      task: ', so that it cannot be deleted now',
      waiting: ', so that it cannot be deleted now',
      run: thoseWait,
      poller: refused,
      deployment: ' and will have nothing to do',
      plan: thoseWait,
    },
    script: { run: thoseWait, plan: thoseWait },
    cluster: { deployment: ' and will be deleted with it' },
    deployment: { poller: ' and may end with it' },
    variable: { waiting: thoseFail, run: thoseFail, plan: thoseFail },
    privateKey: { task: '; reports that are signed with it will be refused' },
  },
}

/** Texts about what uses an entity. */
export const usageMessages = {
  title: 'What uses it',
  reading: 'Reading what uses it…',
  unread: 'What uses it could not be read.',
  nothing: 'Nothing uses it.',
  neverUsed: 'It was never used.',
  lastUsed: 'Last used',
  from: (by: string) => ` from ${by}`,
  onlyKey: 'No other key of its alias is valid: what its workers report will be refused.',
  within: (name: string) => ` in ${name}`,
  more: (count: string) => `${count} more`,
} as const
