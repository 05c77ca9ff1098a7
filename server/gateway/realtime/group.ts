import type { Principal } from '../session/principal.ts'
import type { LiveExtensions, LivePosition } from '#shared/realtime/events.ts'
import type { LiveOperation } from './live-operation.ts'
import type { RowFilter } from './live-field.ts'
import { nextTemplate, type FrameTemplate } from './frames.ts'
import { nextPrefix } from './protocol.ts'
import type { Flushable, FlushScheduler } from './flush-scheduler.ts'
import type { Writer } from './writer.ts'

/** A subscriber: a socket, or another receiver of frames. */
export interface Viewer {
  /** The current principal of the session; its token changes over time. */
  principal(): Principal
  writer: Writer
}

/** One subscriber in a group. */
export interface Member {
  /** The operation id, JSON-encoded. */
  id: Uint8Array
  writer: Writer
}

/** Subscribers of the same account, document and arguments, which get the same messages. */
export interface Group extends Flushable {
  key: string
  operation: LiveOperation
  variables: Record<string, unknown>
  /** Groups of one operation with the same key share the rendered text of an event. */
  shareKey: string
  filter: RowFilter | null
  /** The offset of its channel when it was made: earlier events were not rendered for it. */
  since: number
  /** When its last member left, by the monotonic clock; null while it has members. */
  emptySince: number | null
  members: Set<Member>
  /** Queues one payload for all members; it leaves at the end of the turn. */
  push(prefix: Buffer): void
  join(member: Member): void
  leave(member: Member): void
}

/** A payload as members share it: the whole message except the id. */
export const prefixOf = (payload: unknown) => Buffer.from(nextPrefix(JSON.stringify(payload)))

/** Asks subscribers to read again at `position`, or notifies them that no events follow for now. */
export function noticePrefix(notice: 'resync' | 'stale', position: LivePosition): Buffer {
  const extensions: LiveExtensions = { live: { [notice]: true, ...position } }
  return prefixOf({ data: null, extensions })
}

export type GroupSeed = Pick<Group, 'key' | 'operation' | 'variables' | 'shareKey' | 'filter' | 'since'>

export function createGroup(
  seed: GroupSeed,
  flushScheduler: FlushScheduler,
  sent: (delivered: number, dropped: number) => void,
): Group {
  let prefixes: Buffer[] = []
  const members = new Set<Member>()

  const group: Group = {
    ...seed,
    emptySince: null,
    members,
    push(prefix) {
      prefixes.push(prefix)
      flushScheduler.render(group)
    },
    join(member) {
      // Payloads that are still queued are sent before the new member joins.
      group.flush()
      members.add(member)
      group.emptySince = null
      member.writer.count(1)
    },
    leave(member) {
      group.flush()
      if (members.delete(member)) member.writer.count(-1)
    },
    flush() {
      if (!prefixes.length) return
      const batch = prefixes
      prefixes = []
      const templates = new Map<number, FrameTemplate>()
      let delivered = 0
      for (const { id, writer } of members) {
        let template = templates.get(id.length)
        if (!template) templates.set(id.length, (template = nextTemplate(batch, id.length)))
        if (writer.offer(template, id)) delivered += batch.length
      }
      sent(delivered, batch.length * members.size - delivered)
    },
  }
  return group
}

/** Sends payloads to one subscriber only. */
export function sendTo(member: Member, prefixes: readonly Buffer[]): void {
  if (prefixes.length) member.writer.offer(nextTemplate(prefixes, member.id.length), member.id)
}
