import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import type { PaletteItems, PaletteWork } from '#web/lib/palette/operations.ts'
import { actionsOf, addressOf } from '#web/domains/attention/item-actions.ts'
import { itemsBehind, type JoinedItem } from '#web/domains/attention/list/joined-items.ts'
import { paths } from '#web/paths.ts'
import { actionEntry, type PaletteEntry } from './entry.ts'
import type { Verb } from './verbs.ts'

/** What needs attention as its screen lists it: one for those of the same cause. */
export type PaletteItem = JoinedItem<PaletteItems[number]>

/** What verbs can be done to besides runs, as far as it is read. */
export interface WorkTargets {
  items: readonly PaletteItem[]
  work: PaletteWork
  /** The app of the page. */
  appId: string | null
}

/** Targets of a kind. */
export interface TargetKind {
  /** Of an entry: what it is found by, and what it offers. */
  found: readonly { text: string; entry: PaletteEntry }[]
  more(count: number): string
  list: string
  /** Without words none of them is offered. */
  onlyNamed?: true
}

/** Of each verb its targets by kind, the likeliest first. */
export const workTargets: Record<
  Exclude<Verb, 'rerun' | 'cancel'>,
  (targets: WorkTargets) => TargetKind[]
> = {
  restart: ({ items, work }) => [
    { ...failureKind, found: items.flatMap((item) => restartOf(item, work)) },
    { ...itemKind, found: items.flatMap(firstActionOf), onlyNamed: true },
  ],
  // In the order of Attention; what is not in it follows.
  mute: ({ items, work }) => {
    const listed = new Set(items.map(({ links }) => links.groupId))
    return [
      { ...itemKind, found: items.flatMap((item) => muteItemOf(item, work)) },
      { ...failureKind, found: work.failures.filter(({ id }) => !listed.has(id)).map(muteOf) },
    ]
  },
  pause: (targets) => [
    { ...queueKind, found: queuesOf(targets, false).map(pauseQueueOf) },
    { ...scheduleKind(targets), found: schedulesOf(targets, 'active').map(pauseScheduleOf) },
  ],
  resume: (targets) => [
    { ...queueKind, found: queuesOf(targets, true).map(resumeQueueOf) },
    { ...scheduleKind(targets), found: schedulesOf(targets, 'paused').map(resumeScheduleOf) },
  ],
}

const failureKind = { more: texts.more.failures, list: paths.failures() }
const itemKind = { more: texts.moreItems, list: paths.attention() }
const queueKind = { more: texts.more.queues, list: paths.backlog() }
const scheduleKind = ({ appId, work }: WorkTargets) => {
  const app = appId ?? work.schedules[0]?.appId
  return { more: texts.more.schedules, list: app ? paths.schedules(app) : paths.apps() }
}

const sentenceOf = ({ runs, tasks }: PaletteWork['failures'][number]) => texts.failedWork(runs ?? 0, tasks)

const restarting = { restartGroup: 'restart failure', restartOnAlias: 'move failure' } as const
const isRestarting = (kind: string): kind is keyof typeof restarting => Object.hasOwn(restarting, kind)

/** Items have the worst first, and what helps best before a restart in the same place. */
function restartOf(item: PaletteItem, { failures }: PaletteWork): TargetKind['found'] {
  const { sentence: title, mutedUntil } = item
  const id = item.links.groupId
  const action = item.actions.find(({ kind }) => isRestarting(kind))
  if (!id || !action || !isRestarting(action.kind) || mutedUntil !== null) return []
  const failure = failures.find((each) => each.id === id)
  const what = [failure?.sample?.taskName, failure && sentenceOf(failure)].filter(Boolean).join(' · ')
  const deed = { do: restarting[action.kind], id, title }
  const entry = actionEntry(`restart ${id}`, texts.restartGroup(action.label, title), texts.asksFirst(what), {
    deed,
  })
  return [{ text: [title, failure?.type, failure?.sample?.taskName].join(' '), entry }]
}

/** An item that no restart mends leads to what does, where it is named. */
function firstActionOf(item: PaletteItem): TargetKind['found'] {
  const { id, sentence: name, mutedUntil, links, actions } = item
  if (mutedUntil !== null || actions.some(({ kind }) => isRestarting(kind))) return []
  const [first] = actionsOf(item)
  const to = first?.deed.do === 'go' ? first.deed.to : addressOf(item)
  if (!first || to === null) return []
  const entry = actionEntry(`item ${id}`, name, first.label, { to })
  return [{ text: [name, links.type, links.alias].join(' '), entry }]
}

function muteOf(failure: PaletteWork['failures'][number]) {
  const { id, title, type, sample } = failure
  const entry = actionEntry(`mute ${id}`, texts.mute(title), texts.asksFirst(sentenceOf(failure)), {
    deed: { do: 'mute failure', id, title },
  })
  return { text: [title, type, sample?.taskName].join(' '), entry }
}

/** What needs attention: of a failure with what is known of it. */
function muteItemOf(item: PaletteItem, { failures }: PaletteWork): TargetKind['found'] {
  const { id, sentence: title, mutedUntil, links } = item
  if (mutedUntil !== null) return []
  const failure = failures.find((each) => each.id === links.groupId)
  if (failure) return [muteOf(failure)]
  const entry = actionEntry(`mute ${id}`, texts.mute(title), texts.asksFirst(''), {
    deed: { do: 'mute items', ids: itemsBehind(item).map((each) => each.id), title },
  })
  return [{ text: [title, links.type, links.alias].join(' '), entry }]
}

/** The busiest first: those are paused when what they hand out does harm. */
const queuesOf = ({ work }: WorkTargets, paused: boolean) =>
  work.queues.filter((queue) => (queue.paused !== null) === paused).toSorted((a, b) => loadOf(b) - loadOf(a))
const loadOf = ({ queued, started }: PaletteWork['queues'][number]) => (queued ?? 0) + (started ?? 0)

const schedulesOf = ({ work, appId }: WorkTargets, state: string) =>
  work.schedules
    .filter((schedule) => schedule.state === state)
    .toSorted((a, b) => Number(b.appId === appId) - Number(a.appId === appId))

function pauseQueueOf({ type, alias, queued, verdict }: PaletteWork['queues'][number]) {
  const what = texts.queueText(verdict.text, queued ?? 0)
  const entry = actionEntry(`pause ${type} ${alias}`, texts.pauseQueue(type, alias), texts.asksWhy(what), {
    deed: { do: 'pause queue', type, alias },
  })
  return { text: `${type} ${alias}`, entry }
}

function resumeQueueOf({ type, alias, paused, queued }: PaletteWork['queues'][number]) {
  const what = texts.queueText(texts.pausedFor(paused?.reason ?? ''), queued ?? 0)
  const entry = actionEntry(`resume ${type} ${alias}`, texts.resumeQueue(type, alias), what, {
    to: paths.queue(type, alias),
  })
  return { text: `${type} ${alias}`, entry }
}

function pauseScheduleOf({ id, name, planName, words }: PaletteWork['schedules'][number]) {
  const what = texts.asksWhy([planName, words].filter(Boolean).join(' · '))
  const entry = actionEntry(`pause ${id}`, texts.pauseSchedule(name), what, {
    deed: { do: 'pause schedule', schedule: { id, name } },
  })
  return { text: `${name} ${planName ?? ''}`, entry }
}

function resumeScheduleOf({ id, appId, name, planName, paused }: PaletteWork['schedules'][number]) {
  const what = [planName, texts.pausedFor(paused?.reason ?? '')].filter(Boolean).join(' · ')
  const entry = actionEntry(`resume ${id}`, texts.resumeSchedule(name), what, {
    to: appId ? paths.schedule(appId, id) : paths.apps(),
  })
  return { text: `${name} ${planName ?? ''}`, entry }
}
