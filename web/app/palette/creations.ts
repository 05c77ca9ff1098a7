import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { newRuleQuery } from '#web/domains/alerts/alert-params.ts'
import { NEW_HASH, paths } from '#web/paths.ts'
import { type Action, action, MOST_APPS } from './actions.ts'

/** What is created in a dialog of its list, which opens there. */
const creations = [
  ['plans', paths.plans()],
  ['workers', paths.workers()],
  ['scripts', paths.scripts()],
  ['teams', paths.teams()],
  ['clusters', paths.clusters()],
] as const

/** What can be created, that of the app of the page first. */
export function creationActions({
  pathname,
  appId,
  appNames,
  hasAlerts,
  hasSchedules,
}: {
  pathname: string
  appId: string | null
  appNames: ReadonlyMap<string, string>
  hasAlerts: boolean
  hasSchedules: boolean
}): Action[] {
  const create = (name: string, to: string, sentence: string = texts.newText, words = '') =>
    action(`create ${to}`, name, sentence, { to }, `create add ${words}`)
  const apps = [...appNames].filter(([id]) => appId === null || id === appId).slice(0, MOST_APPS)
  return [
    ...apps.map(([id, name]) =>
      create(texts.runNew, paths.createWorkqueue(id), texts.ofApp(name), 'new start'),
    ),
    ...(hasSchedules
      ? apps.map(([id, name]) =>
          create(texts.create(texts.kinds.schedules), paths.schedule(id, 'new'), texts.ofApp(name)),
        )
      : []),
    ...(hasAlerts ? [create(texts.create(texts.rule), paths.alerts(newRuleQuery({})))] : []),
    // The apps are the first screen, which has no code for a dialog that a link opens.
    create(texts.create(texts.kinds.apps), paths.apps(), texts.newAppText),
    // The list itself has the button.
    ...creations
      .filter(([, list]) => list !== pathname)
      .map(([kind, list]) => create(texts.create(texts.kinds[kind]), `${list}${NEW_HASH}`)),
  ]
}
