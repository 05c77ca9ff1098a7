import type { Feature } from '#shared/lib/features.ts'
import { paths } from '#web/paths.ts'

/** A screen that can be opened from anywhere. */
export interface Screen {
  label: string
  to: string
  /** After `g`. */
  key: string
  /** It belongs to the current app. */
  ofApp?: true
}

/** `changes`: it is only for changes, so that viewers do not have it. */
type Entry = readonly [label: string, key: string, to: string, feature?: Feature | 'changes']

const everywhere: readonly Entry[] = [
  ['Attention', 'a', paths.attention(), 'attention'],
  ['Backlog', 'b', paths.backlog()],
  ['Activity', 'v', paths.activity(), 'audit'],
  ['Keys and tokens', 'o', paths.keys(), 'keys'],
  ['Failures', 'f', paths.failures(), 'failures'],
  ['Apps', 'h', paths.apps()],
  ['Plans', 'p', paths.plans()],
  ['Workers', 'k', paths.workers()],
  ['Scripts', 'r', paths.scripts()],
  ['Teams', 'e', paths.teams()],
  ['Clusters', 'c', paths.clusters()],
  ['Account', 'u', paths.account()],
  ['Alerts', 'x', paths.alerts(), 'alerts'],
  ['My settings', 'm', paths.ownSettings()],
  ['API Reference', 'i', paths.reference()],
]

const ofApp = (appId: string): readonly Entry[] => [
  ['Workqueues', 'w', paths.workqueues(appId)],
  ['Run Workqueue', 'n', paths.createWorkqueue(appId), 'changes'],
  ['Grid', 'g', paths.grid(appId), 'stats'],
  ['Schedules', 'd', paths.schedules(appId), 'schedules'],
  ['Tasks', 't', paths.tasks(appId)],
  ['Tasks Summary', 'y', paths.tasksSummary(appId)],
  ['Collaborators', 'l', paths.collaborators(appId)],
  ['Settings', 's', paths.settings(appId)],
]

/** The screens that there are, those of the current app first. */
export function screensOf(
  appId: string | undefined,
  has: (needed: Feature | 'changes') => boolean,
): Screen[] {
  const offered = (entries: readonly Entry[]) =>
    entries.filter(([, , , needs]) => needs === undefined || has(needs))
  const screen = ([label, key, to]: Entry): Screen => ({ label, key, to })
  return [
    ...(appId === undefined
      ? []
      : offered(ofApp(appId)).map((entry) => ({ ...screen(entry), ofApp: true as const }))),
    ...offered(everywhere).map(screen),
  ]
}
