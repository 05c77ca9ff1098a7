import { GLOBAL_TASKS_CHANNEL, joinChanges, type LiveMessage } from '#shared/realtime/events.ts'
import type { LogEventData } from '#shared/domains/tasks/contract.ts'

/**
 * Joins all messages about one row into one, so that a task that is queued, started and ended at once costs every
 * receiver one event. Later fields win; a joined message has the position of the last of its parts, so that no event
 * arrives before its cause. Log entries of a channel are concatenated. The global channel counts every step and is left
 * as it is.
 */
export function coalesce(messages: readonly LiveMessage[]): LiveMessage[] {
  const joined = new Map<string | symbol, LiveMessage>()
  for (const message of messages) {
    const key = rowKey(message)
    const before = joined.get(key)
    joined.delete(key)
    joined.set(key, before ? join(before, message) : message)
  }
  return [...joined.values()]
}

function rowKey(message: LiveMessage): string | symbol {
  if (message.channel === GLOBAL_TASKS_CHANNEL) return Symbol()
  if (carriesLogs(message)) return message.channel
  return `${message.channel} ${(message.data as { _id: string })._id}`
}

function carriesLogs(message: LiveMessage): boolean {
  return message.channel.endsWith('.tasks.logs')
}

function join(before: LiveMessage, after: LiveMessage): LiveMessage {
  if (carriesLogs(after)) return { ...after, data: [...entries(before), ...entries(after)] }
  const { event, row } = joinChanges(
    { event: before.event, row: before.data },
    { event: after.event, row: after.data },
  )
  return { channel: after.channel, event, data: row }
}

function entries(message: LiveMessage) {
  const data = message.data as LogEventData
  return Array.isArray(data) ? data : [data]
}
