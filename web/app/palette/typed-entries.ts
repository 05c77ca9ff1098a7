import {
  type Action,
  appActions,
  namedActions,
  ownActions,
  planActions,
  runActions,
  screenActions,
} from './actions.ts'
import { inGroups, type PaletteEntry } from './entry.ts'
import { namesIt, wordsIn } from './match.ts'
import { nearScore } from './near.ts'
import { groupOf, namedGroups, workGroups } from './named-groups.ts'
import { namedAttention } from './places.ts'
import { searchEntries } from './search-hits.ts'
import { targetEntries } from './targets.ts'
import type { PaletteReads } from './use-palette-reads.ts'
import { stillNamed } from './use-search.ts'
import { type Meant, withoutFillers } from './verbs.ts'

/** What words find among what is read: actions that they name first, then hits by kind. */
export function typedEntries(
  words: readonly string[],
  { verb, name }: Meant,
  recent: readonly string[],
  reads: PaletteReads,
): PaletteEntry[] {
  const { appId, apps, appNames, mayChange, hasSearch, sought, search, names, work } = reads
  const soughtWords = wordsIn(sought)
  const known = namedGroups(names, soughtWords).filter(({ kind }) => kind === 'scripts' || !hasSearch)
  const remote = hasSearch ? stillNamed(search.answer, search.isCurrent, soughtWords) : []
  const ownApps = remote.some(({ kind }) => kind === 'apps') ? [] : groupOf('apps', apps, soughtWords)
  const groups = [...remote, ...ownApps, ...known, ...workGroups(work, soughtWords)]
  const hits = searchEntries(groups, { query: sought, appId, appNames, recent })
  const targets = verb !== null && mayChange ? targetEntries(verb, reads, withoutFillers(wordsIn(name))) : []
  const actions = [
    ...pageActions(words, recent, reads),
    ...(mayChange ? planActions(hits) : []),
    ...ownActions(reads.accounts, reads.account),
  ]
  const made = mayChange ? namedActions(reads.creations?.(reads) ?? [], words, Infinity) : []
  const items = namedAttention(reads.items, words)
  return inGroups([...namedActions(actions, words), ...targets, ...made, ...items, ...hits])
}

/** What can be done with what the page is about, and the screens. */
function pageActions(words: readonly string[], recent: readonly string[], reads: PaletteReads): Action[] {
  const { mayChange, run, app, failed } = reads
  return [
    ...(mayChange ? runActions(run) : []),
    ...(app && mayChange ? appActions(app.name, failed) : []),
    ...screensOfApps(words, recent, reads),
  ]
}

const isNear = (words: readonly string[], text: string) => nearScore(words, text) > 0

/** What can be done where the words have typing errors: actions with similar names, and what `meant` is meant for. */
export function nearActions(
  words: readonly string[],
  { verb, name }: Meant,
  recent: readonly string[],
  reads: PaletteReads,
): PaletteEntry[] {
  const { mayChange, creations, accounts, account } = reads
  const actions = [
    ...pageActions(words, recent, reads),
    ...ownActions(accounts, account),
    ...(mayChange ? (creations?.(reads) ?? []) : []),
  ]
  const named = withoutFillers(wordsIn(name))
  const targets = verb !== null && mayChange ? targetEntries(verb, reads, named, nearScore) : []
  return [...namedActions(actions, words, undefined, isNear), ...targets]
}

/**
 * The screens of the account and of the app of the page. On a page of no app those of every app, the ones that were open
 * last first; elsewhere also those of an app that the words name.
 */
function screensOfApps(
  words: readonly string[],
  recent: readonly string[],
  { appId, apps, appNames, screensOf }: PaletteReads,
): Action[] {
  const visited = ({ id }: { id: string }) => {
    const at = recent.findIndex((path) => path.startsWith(`/apps/${id}`))
    return at < 0 ? recent.length : at
  }
  const others = apps
    .filter(({ id, name }) => id !== appId && (appId === null || words.some((word) => namesIt([word], name))))
    .toSorted((a, b) => visited(a) - visited(b))
  return [
    ...screenActions(screensOf(appId ?? undefined), appNames.get(appId ?? ''), words),
    ...others.flatMap(({ id, name }) =>
      screenActions(
        screensOf(id).filter(({ ofApp }) => ofApp),
        name,
        words,
        false,
      ),
    ),
  ]
}
