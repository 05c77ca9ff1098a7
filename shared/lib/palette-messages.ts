import { pageMessages } from './page-messages.ts'

const count = (value: number) => value.toLocaleString('en')
const several = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`

/** Texts of the palette, by which everything is found and opened from anywhere. */
export const paletteMessages = {
  open: pageMessages.palette,
  placeholder: 'Search or jump to…',
  results: 'Results',
  everywhere: 'everywhere',
  thisApp: 'this app only',
  close: 'Close',
  groups: {
    recent: 'Recent',
    attention: 'Needs attention',
    do: 'Do',
    runs: 'Workqueues',
    plans: 'Plans',
    workers: 'Workers',
    aliases: 'Aliases',
    apps: 'Apps',
    teams: 'Teams',
    clusters: 'Clusters',
    scripts: 'Scripts',
  },
  kinds: {
    runs: 'workqueue',
    plans: 'plan',
    workers: 'worker',
    aliases: 'worker alias',
    apps: 'app',
    teams: 'team',
    clusters: 'cluster',
    deployments: 'deployment',
    scripts: 'script',
    failures: 'failure',
    queues: 'queue',
    screens: 'screen',
    actions: 'action',
  },
  more: {
    runs: (more: number) => several(more, 'more workqueue', 'more workqueues'),
    plans: (more: number) => several(more, 'more plan', 'more plans'),
    workers: (more: number) => several(more, 'more worker', 'more workers'),
    aliases: (more: number) => several(more, 'more alias', 'more aliases'),
    apps: (more: number) => several(more, 'more app', 'more apps'),
    teams: (more: number) => several(more, 'more team', 'more teams'),
    clusters: (more: number) => several(more, 'more cluster', 'more clusters'),
    scripts: (more: number) => several(more, 'more script', 'more scripts'),
  },
  atLeast: (text: string) => text.replace(/^[\d,]+/, (number) => `${number}+`),
  nothing: (words: string) => `Nothing is called “${words}”`,
  nothingHint: 'Names, the start of an id, or a value such as order.id=o17 are found.',
  nothingHere: 'Type the name of a workqueue, plan, worker or screen.',
  searching: 'Searching…',
  slow: 'The search takes long. What this page knows is listed.',
  failed: 'The search failed:',
  again: 'Search again',
  found: (total: number) => several(total, 'result', 'results'),
  keys: { move: 'move', open: 'open', newTab: 'new tab', all: 'all keys' },

  goTo: (screen: string) => `Go to ${screen}`,
  ofApp: (app: string) => `in ${app}`,
  runPlan: (plan: string) => `Run plan ${plan}…`,
  runPlanText: 'asks for the app and the initial state',
  signOut: 'Sign out',
  signOutText: 'ends this session',
  switchAccount: (account: string) => `Switch to account ${account}`,
  switchAccountText: 'opens its apps',
  theme: (theme: string) => `Theme: ${theme}`,
  themeText: 'changes at once',
  allKeys: 'Show all keys',
  allKeysText: 'what works on this page',
  cancelRun: 'Cancel this workqueue…',
  cancelRunText: (name: string) => `${name}; asks before it cancels`,
  cancelTitle: 'Cancel Workqueue',
  cancelQuestion: (name: string) => `Are you sure you want to cancel “${name}”?`,
  cancelEffect: (running: number, open: number) =>
    `${several(running, 'running task is', 'running tasks are')} stopped and ${several(open, 'further one does', 'further ones do')} not start.`,
  cancelEffectUnknown: 'Running tasks are stopped and nothing further starts.',
  restartRun: 'Re Run failed tasks of this workqueue…',
  restartRunText: (name: string, failed: number | null) =>
    `${name}${failed === null ? '' : `, ${several(failed, 'failed task', 'failed tasks')}`}; asks before it restarts`,
  restartApp: (app: string) => `Re Run failed tasks in ${app}…`,
  restartAppText: (runs: number, tasks: number | null) =>
    `${several(runs, 'workqueue', 'workqueues')}${tasks === null ? '' : `, ${several(tasks, 'task', 'tasks')}`}; asks before it restarts`,
  restartTitle: 'Re Run failed tasks',
  restartConfirm: (tasks: number | null) =>
    tasks === null ? 'Re Run failed tasks' : `Re Run ${several(tasks, 'failed task', 'failed tasks')}`,
  restartQuestion: (runs: number, total: number) =>
    `The failed tasks of ${runs < total ? `the newest ${count(runs)} of ${count(total)} failed workqueues` : several(runs, 'workqueue', 'workqueues')} start again. More than one can be undone for ten seconds.`,
  andMore: (more: number) => `and ${count(more)} more`,
} as const

export type PaletteGroup = keyof typeof paletteMessages.groups
export type PaletteKind = keyof typeof paletteMessages.kinds
