import type { LiveMessage } from '#shared/realtime/events.ts'

/** What a realtime service takes of one event, in bytes of its JSON. */
export const MAX_EVENT_BYTES = 10_000

/** An event in the words of the service: `data` is JSON. */
export interface ServiceEvent {
  channel: string
  name: string
  data: string
}

/** Never left out: what a row is known by, and what says where it belongs. */
const kept = new Set(['_id', 'appId', 'workQueueId', 'taskId', 'timestamp', 'status'])

/**
 * The events that carry a message, each small enough: log entries in as many as it takes, and of what is too large by
 * itself the largest fields are left out. Whoever misses one reads the row (contract section 5).
 */
export function eventsOf({ channel, event, data }: LiveMessage): ServiceEvent[] {
  const parts = Array.isArray(data) ? packed(data) : [fitted(data)]
  return parts.map((part) => ({ channel, name: event, data: part }))
}

/** JSON arrays of these entries, in order, as few as hold them. */
function packed(entries: readonly object[]): string[] {
  const arrays: string[][] = []
  let room = 0
  for (const entry of entries) {
    const text = fitted(entry)
    const bytes = Buffer.byteLength(text) + 1
    const last = arrays.at(-1)
    if (last && bytes <= room) {
      last.push(text)
      room -= bytes
    } else {
      arrays.push([text])
      room = MAX_EVENT_BYTES - 2 - bytes
    }
  }
  return arrays.map((texts) => `[${texts.join(',')}]`)
}

/** An entity as JSON, without its largest fields as far as that is needed; two bytes stay for the brackets of an array. */
function fitted(entity: object): string {
  const whole = JSON.stringify(entity)
  if (Buffer.byteLength(whole) <= MAX_EVENT_BYTES - 2) return whole
  const fields = Object.entries(entity).map(([name, value]) => {
    const text = JSON.stringify({ [name]: value as unknown })
    return { name, value: value as unknown, bytes: Buffer.byteLength(text) - 1 }
  })
  const smallestFirst = [...fields].sort(
    (a, b) => Number(kept.has(b.name)) - Number(kept.has(a.name)) || a.bytes - b.bytes,
  )
  let room = MAX_EVENT_BYTES - 4
  const taken = new Set<string>()
  for (const { name, bytes } of smallestFirst) {
    if (bytes > room) break
    room -= bytes
    taken.add(name)
  }
  return JSON.stringify(Object.fromEntries(Object.entries(entity).filter(([name]) => taken.has(name))))
}
