import { copied } from '#web/lib/copy/copied-objects.ts'
import type { CopySubject } from '#web/lib/copy/copy-subject.ts'
import { paths } from '#web/paths.ts'
import type { AttentionRow } from './operations.ts'

type Links = AttentionRow['links']

/** What a button of an item does. Each other than `go` asks first. */
export type ItemDeed =
  | { do: 'go'; to: string }
  | { do: 'restart'; groupId: string }
  | { do: 'move'; work: { failureId: string } | { queue: { type: string; alias: string } } }
  | { do: 'cancel'; workqueueId: string }

/** A deed that asks first. */
export type AskingDeed = Exclude<ItemDeed, { do: 'go' }>

export interface ItemAction {
  label: string
  deed: ItemDeed
  /** It leads to what runs the alias, where the fix is made. */
  leaves?: true
}

const go = (to: string | null): ItemDeed | null => (to === null ? null : { do: 'go', to })

const runAddress = ({ appId, workqueueId, taskId }: Links) =>
  appId && workqueueId ? paths.workqueue(appId, workqueueId, taskId ? `?task=${taskId}` : '') : null
const queueAddress = ({ type, alias }: Links) => (type && alias ? paths.queue(type, alias) : null)
const deploymentAddress = ({ clusterId, deploymentId }: Links) =>
  clusterId && deploymentId ? paths.deployment(clusterId, deploymentId) : null
const scheduleAddress = ({ appId, scheduleId }: Links) =>
  appId && scheduleId ? paths.schedule(appId, scheduleId) : null
const workerAddress = ({ workerId }: Links) => (workerId ? paths.worker(workerId) : null)

/** The tasks of a failure, or what waits in a queue. */
function moveOf({ groupId, type, alias }: Links): ItemDeed | null {
  if (groupId) return { do: 'move', work: { failureId: groupId } }
  return type && alias ? { do: 'move', work: { queue: { type, alias } } } : null
}

/** The keys of the alias where there is a list of keys, else the worker that has the alias. */
function keyAddress(links: Links, hasKeys: boolean): string | null {
  const { workerId, alias } = links
  if (!hasKeys || !workerId) return workerAddress(links)
  const parts = { worker: workerId, ...(alias ? { alias } : {}) }
  return paths.keys(`?${new URLSearchParams(parts).toString()}`)
}

const deeds: Record<string, (links: Links, hasKeys: boolean) => ItemDeed | null> = {
  restartGroup: ({ groupId }) => (groupId ? { do: 'restart', groupId } : null),
  restartOnAlias: moveOf,
  moveToAlias: moveOf,
  openQueue: (links) => go(queueAddress(links)),
  openTask: (links) => go(runAddress(links)),
  openRun: (links) => go(runAddress({ ...links, taskId: null })),
  cancelRun: ({ workqueueId }) => (workqueueId ? { do: 'cancel', workqueueId } : null),
  newKey: (links, hasKeys) => go(keyAddress(links, hasKeys)),
  openDeployment: (links) => go(deploymentAddress(links)),
  startWorker: ({ workerId }) => go(workerId ? paths.starterKits(workerId) : null),
  // Of late runs of the same cause, which the screen draws as one item.
  listRuns: ({ appId, planId }) =>
    go(appId && planId ? paths.workqueues(appId, `?search=plan:${planId}&stuck=true`) : null),
  openSchedule: (links) => go(scheduleAddress(links)),
  openRule: ({ ruleId }) => go(ruleId ? paths.alertRule(ruleId) : null),
}

/**
 * The actions of an item that this version can do, best first. One that a newer platform has added, or that lacks what it
 * leads to, is left out. `hasKeys`: whether there is a list of keys.
 */
export function actionsOf(
  { actions, links }: Pick<AttentionRow, 'actions' | 'links'>,
  hasKeys = false,
): ItemAction[] {
  return actions.flatMap(({ kind, label }) => {
    const deed = Object.hasOwn(deeds, kind) ? deeds[kind]?.(links, hasKeys) : null
    if (!deed || !label) return []
    return [kind === 'openDeployment' ? { label, deed, leaves: true } : { label, deed }]
  })
}

/** Where an item is shown with everything about it; null when it names nothing. */
export function addressOf({ kind, links }: { kind: string; links: Links }): string | null {
  if (links.groupId) return paths.failure(links.groupId)
  if (links.workqueueId) return runAddress(links)
  if (links.scheduleId) return scheduleAddress(links)
  if (links.ruleId) return paths.alertRule(links.ruleId)
  const places = [deploymentAddress(links), queueAddress(links), workerAddress(links)]
  // A queue has a line of its own in the backlog, with who polls it, also where a deployment runs its worker.
  if (kind.startsWith('queue')) places.unshift(queueAddress(links))
  return places.find((place) => place !== null) ?? null
}

/** The deployment that runs what an item is about, unless its sentence or a button leads there. */
export function deploymentOf(item: Pick<AttentionRow, 'kind' | 'actions' | 'links'>): string | null {
  const address = deploymentAddress(item.links)
  const isOffered = item.actions.some(({ kind }) => kind === 'openDeployment')
  return isOffered || addressOf(item) === address ? null : address
}

/** What is copied of an item: that which it is about; of one that names nothing, the list. */
export function copiedItem({ id, links }: Pick<AttentionRow, 'id' | 'links'>): CopySubject {
  const { groupId, workqueueId, appId, clusterId, deploymentId, type, alias, workerId } = links
  if (groupId) return copied.failure({ id: groupId })
  if (workqueueId && appId) return copied.run({ id: workqueueId, appId })
  if (clusterId && deploymentId) return copied.deployment({ id: deploymentId, clusterId })
  if (type && alias) return copied.queue({ type, alias })
  if (workerId) return copied.worker({ id: workerId })
  return { id, to: paths.attention(), api: 'attention' }
}

/** What an item is held by while its restart or its move can be undone: its failure, or the queue that it moves. */
export function heldBy({ id, actions, links }: Pick<AttentionRow, 'id' | 'actions' | 'links'>): string {
  if (links.groupId) return links.groupId
  const isMoved = actions.some(({ kind }) => kind === 'moveToAlias')
  return isMoved && links.type && links.alias ? `${links.type}/${links.alias}` : id
}
