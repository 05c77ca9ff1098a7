import type { ChannelSubscription } from './channel-subscription.ts'
import { sendTo, type Group, type Member, type Viewer } from './group.ts'

/** One live operation of a viewer. */
export interface Subscription {
  /** The path that must stay readable: `apps/{id}` or `account`. */
  right: string
  /** The key of what its user sees of the account: it ends when that changes. */
  scope: string
  /** Asks this subscriber to read again. */
  resync(): void
  /** Unsubscribes. Idempotent. */
  end(): void
}

/**
 * The member for the operation `id` of a viewer. The id is in memory of its own: a part of the pool of Node.js would keep
 * 8 KiB as long as the socket is open.
 */
export function newMember(id: string, { writer }: Viewer): Member {
  return { id: new Uint8Array(Buffer.from(JSON.stringify(id))), writer }
}

interface Place {
  entry: ChannelSubscription
  group: Group
  member: Member
}

/** The subscription of a member of a group. A class, because there are as many as open sockets. */
export class Joined implements Subscription {
  readonly right: string
  readonly scope: string
  readonly #place: Place
  #ended = false

  constructor(right: string, scope: string, place: Place) {
    this.right = right
    this.scope = scope
    this.#place = place
  }

  resync(): void {
    const { entry, member } = this.#place
    sendTo(member, [entry.channel.broadcast.notice('resync')])
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    const { entry, group, member } = this.#place
    entry.leave(group, member)
  }
}
