import { accountMessages } from '#shared/domains/account/messages.ts'
import { ownSettingsMessages } from '#shared/domains/account/settings-messages.ts'
import { cancellableWorkqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import type { PaletteRun } from '#web/lib/palette/operations.ts'
import { paths, RUN_HASH } from '#web/paths.ts'
import type { Screen } from '../screens.ts'
import { type PaletteEntry, actionEntry } from './entry.ts'
import { matchScore, namesIt } from './match.ts'

/** Actions and screens that are shown at most. */
const MOST = 5
/** Of one screen, those of so many apps. */
export const MOST_APPS = 3

/** An action, with the words by which it is found besides its name. */
export interface Action {
  entry: PaletteEntry
  words: string
}

/** An action; `rest` says where it leads or what it does, `words` by what else it is found. */
export const action = (
  id: string,
  name: string,
  sentence: string,
  rest: Partial<PaletteEntry>,
  words = '',
): Action => ({ entry: actionEntry(id, name, sentence, rest), words })

/** What the user can do with the session and the console. */
export function ownActions(
  accounts: readonly { _id: string; name: string }[],
  current: string | undefined,
): Action[] {
  const themes = (['light', 'dark', 'system'] as const).map((theme) =>
    action(
      `theme ${theme}`,
      texts.theme(ownSettingsMessages.themes[theme]),
      texts.themeText,
      { deed: { do: 'theme', theme } },
      'appearance colours mode',
    ),
  )
  const others = accounts.filter(({ _id }) => _id !== current)
  return [
    ...themes,
    ...others.map(({ _id, name }) =>
      action(
        `account ${_id}`,
        texts.switchAccount(name),
        texts.switchAccountText,
        { deed: { do: 'account', accountId: _id } },
        'change',
      ),
    ),
    action(
      'keys',
      texts.allKeys,
      texts.allKeysText,
      { deed: { do: 'keys' }, keys: ['?'] },
      'keyboard shortcuts help',
    ),
    action(
      'sign out',
      accountMessages.signOut,
      texts.signOutText,
      { to: paths.logout() },
      'log out logout exit',
    ),
  ]
}

/** Tasks of a run by status; null where the platform does not tell. */
const countsOf = ({ taskCounts }: PaletteRun) => taskCounts as Partial<Record<string, number>> | null

/** The failed tasks of runs; null where one of them does not tell. */
export function failedTasks(runs: readonly PaletteRun[]): number | null {
  const counts = runs.map(countsOf)
  return counts.includes(null) ? null : counts.reduce((sum, each) => sum + (each?.failed ?? 0), 0)
}

/** Running tasks of a run, and those that a cancel keeps from starting; null where the platform does not tell. */
export function cancelEffect(run: PaletteRun): { running: number; open: number } | null {
  const counts = countsOf(run)
  if (counts === null) return null
  const of = (...statuses: string[]) => statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  return { running: of('started'), open: of('notstarted', 'queued', 'retry') }
}

/** What can be done with the run of the page. */
export function runActions(run: PaletteRun | undefined): Action[] {
  if (!run) return []
  const failed = failedTasks([run])
  const canRestart = failed === null ? run.status === 'failed' : failed > 0 && run.status !== 'cancelled'
  return [
    ...(canRestart
      ? [
          action(
            'restart run',
            texts.restartRun,
            texts.restartRunText(run.name, failed),
            { deed: { do: 'restart', runs: [run], total: 1 } },
            'restart rerun retry again',
          ),
        ]
      : []),
    ...(cancellableWorkqueueStatuses.some((status) => status === run.status)
      ? [
          action(
            'cancel run',
            texts.cancelRun,
            texts.cancelRunText(run.name),
            { deed: { do: 'cancel', run } },
            'stop abort',
          ),
        ]
      : []),
  ]
}

/** The restart of all that has failed in an app. */
export function appActions(
  app: string,
  failed: { total: number; rows: readonly PaletteRun[] } | undefined,
): Action[] {
  if (!failed || failed.rows.length === 0) return []
  const tasks = failed.total > failed.rows.length ? null : failedTasks(failed.rows)
  if (tasks === 0) return []
  return [
    action(
      'restart app',
      texts.restartApp(app),
      texts.restartAppText(failed.total, tasks),
      { deed: { do: 'restart', runs: failed.rows, total: failed.total } },
      'restart rerun retry again',
    ),
  ]
}

/** `Run plan …` for each plan that was found. */
export const planActions = (plans: readonly PaletteEntry[]): Action[] =>
  plans.flatMap(({ id, name, to }) =>
    to && id.startsWith('plans ')
      ? [action(`run ${id}`, texts.runPlan(name), texts.runPlanText, { to: `${to}${RUN_HASH}` }, 'start')]
      : [],
  )

/**
 * The screens, as entries that open them. Those of an app are found by its name too where another word names the screen: its
 * name alone is that of the app. Of an app that is not the current one only these are offered.
 */
export const screenActions = (
  screens: readonly Screen[],
  app: string | undefined,
  words: readonly string[],
  isCurrent = true,
): Action[] =>
  screens.flatMap(({ label, to, key, ofApp }) => {
    const isNamed = words.some((word) => namesIt([word], label))
    if (!isCurrent && !isNamed) return []
    const sentence = ofApp && app ? texts.ofApp(app) : ''
    const rest = { to, kind: 'screens' as const, ...(isCurrent && { keys: ['g', key] }) }
    return [
      action(`open ${to}`, texts.goTo(label), sentence, rest, isNamed && sentence ? `open ${app}` : 'open'),
    ]
  })

/** The actions that the words name, best first: each word begins a word of its name or one of its other words. */
export function namedActions(
  actions: readonly Action[],
  words: readonly string[],
  most = MOST,
  names = namesIt,
): PaletteEntry[] {
  const named = new Map<string, number>()
  return actions
    .filter(({ entry, words: others }) => names(words, `${entry.name} ${others}`))
    .map(({ entry, words: others }) => ({
      entry,
      score:
        matchScore(words, entry.name.replace(/^Go to /, '')) * 2 +
        matchScore(words, `${entry.name} ${others}`),
    }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
    .filter(({ name }) => {
      const before = named.get(name) ?? 0
      named.set(name, before + 1)
      return before < MOST_APPS
    })
    .slice(0, most)
}
