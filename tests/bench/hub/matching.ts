import { createListFilter } from '../../../server/gateway/domains/workqueues/list-filter.ts'
import type { RowFilter } from '../../../server/gateway/realtime/live-field.ts'
import { liveRow } from '../../support/live-platform.ts'
import { seededRandom } from '../../support/random.ts'
import { passes, type Filter } from './schema.ts'

export interface Matching {
  /**
   * Processor time of an event in microseconds: testing every subscriber; testing the groups of the event's
   * channel, as the hub does.
   */
  naive: number
  hub: number
  /** Subscribers that an event matches, the same in both variants. */
  matches: number
}

const statuses = ['notstarted', 'started', 'completed', 'failed', 'cancelled']
const created = '2026-11-20T08:00:00.000Z'
const number = (value: number) => String(value).padStart(3, '0')

/**
 * Finds the subscribers of an event, without delivery: 5,000 subscribers of 500 filters over 200 apps. Throws
 * when the two variants differ.
 */
export function measureMatching(
  subscribers: number,
  filters: number,
  apps: number,
  events: number,
): Matching {
  const random = seededRandom(5)
  const pick = (count: number) => Math.floor(random() * count)
  const asked = Array.from({ length: filters }, (_, index): Filter => ({
    appId: `app${number(index % apps)}`,
    tags: [`tag${pick(4)}`, `tag${pick(4)}`],
    // At least one: an empty list means any for the console, and none for the peers.
    status: ['started', ...statuses.filter((status) => status !== 'started' && random() < 0.7)],
    createdAfter: '2026-01-01T00:00:00.000Z',
  }))
  const rows = Array.from({ length: events }, (_, index) =>
    liveRow({
      _id: `w${index}`,
      appId: `app${number(pick(apps))}`,
      created,
      tags: [`tag${pick(4)}`],
      status: statuses[pick(statuses.length)],
    }),
  )
  const everySubscriber = Array.from({ length: subscribers }, (_, index) => asked[index % filters] as Filter)
  const channels = new Map<string, { filter: RowFilter; members: number }[]>()
  for (const filter of asked) {
    const groups = channels.get(filter.appId) ?? []
    channels.set(filter.appId, groups)
    groups.push({ filter: createListFilter({ ...filter }), members: subscribers / filters })
  }

  const timed = (matchesOf: (row: (typeof rows)[number]) => number) => {
    // Processor time, so that other programs do not affect it.
    const begun = process.cpuUsage()
    let matches = 0
    for (const row of rows) matches += matchesOf(row)
    return { micros: process.cpuUsage(begun).user / events, matches }
  }
  const naive = timed((row) => everySubscriber.reduce((sum, filter) => sum + Number(passes(row, filter)), 0))
  const hub = timed((row) => {
    let matches = 0
    // A new row that fails a filter affects no subscriber.
    for (const { filter, members } of channels.get(row.appId) ?? [])
      if (filter.admits('save', row)) matches += members
    return matches
  })
  if (naive.matches !== hub.matches)
    throw new Error(`${naive.matches} matches by testing every subscriber, ${hub.matches} by the hub`)
  return { naive: naive.micros, hub: hub.micros, matches: hub.matches / events }
}
