import type { LiveMessage } from '#shared/realtime/events.ts'

/** Size limit of one event of a realtime service, in bytes of its JSON. */
export const MAX_EVENT_BYTES = 10_000

/** An event in the service's terms: `data` is JSON. */
export interface ServiceEvent {
  channel: string
  name: string
  data: string
}

/** Never left out: the row's id, status and time, and the ids of its app, workqueue and task. */
const kept = new Set(['_id', 'appId', 'workQueueId', 'taskId', 'timestamp', 'status'])

/**
 * The events for a message, each small enough: log entries in as many as needed; of a single entity that is
 * too large the largest fields are left out, and receivers read the row.
 */
export function eventsOf({ channel, event, data }: LiveMessage): ServiceEvent[] {
  const parts = Array.isArray(data) ? packed(data) : [fitted(data)]
  return parts.map((part) => ({ channel, name: event, data: part }))
}

/** The entries as JSON arrays, in order, as few as possible. */
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

/**
 * An entity as JSON, without its largest fields if it is too large; leaves two bytes for the brackets of an
 * array.
 */
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
