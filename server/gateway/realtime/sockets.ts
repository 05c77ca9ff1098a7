import { scopeKey } from '#shared/lib/viewers.ts'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { mapBounded } from '#server/lib/concurrency.ts'
import type { LimitHit } from '../lib/limits.ts'
import type { EndedSessions } from '../session/sessions.ts'
import { apiPath } from '../upstream/path.ts'
import { socketCloseCodes } from './protocol.ts'
import type { Rights, RightsChanges } from './rights.ts'
import type { LiveSocket } from './socket.ts'
import type { ViewerScopes } from './viewer-scopes.ts'
import type { Writer } from './writer.ts'

/** A silent peer is disconnected after two heartbeats: within 40 s. */
const HEARTBEAT = 20_000
/**
 * How often rights of live subscriptions are checked, and how old an answer may be then: together under 30 s.
 */
const RIGHTS_SWEEP = 5000
const RIGHTS_MAX_AGE = 20_000
/** Rights checks in flight at the same time. */
const PARALLEL_CHECKS = 16
/** How long a client may take to answer a close frame. */
const CLOSE_GRACE = 1000

/** All open live sockets of this gateway: limits, heartbeat, rights, ends of sessions. */
export interface Sockets {
  /** Which limit refuses another socket of this user; null when there is room. */
  refusal(userId: string): 'MAX_SOCKETS' | 'MAX_SOCKETS_PER_USER' | null
  add(socket: LiveSocket, writer: Writer): void
  remove(socket: LiveSocket): void
  count(): number
  /** Asks the platform at once whether the sessions of this user continue. */
  checkUser(userId: string): void
  /** Closes all with 1012 and stops the timers; resolves when all are closed. */
  stop(): Promise<void>
}

export interface SocketsDeps {
  rights: Rights
  scopes: ViewerScopes
  rightsChanges: RightsChanges
  sessions: EndedSessions
  clock: Clock
  log: Logger
  caps: { total: number; perUser: number }
  /** How long a client may leave frames undrained, in milliseconds. */
  behindMs: number
  onLimit: LimitHit
}

export function createSockets(deps: SocketsDeps): Sockets {
  const { rights, scopes, rightsChanges, sessions, clock, log, caps, behindMs, onLimit } = deps
  const writers = new Map<LiveSocket, Writer>()
  const perUser = new Map<string, number>()
  const heartbeatSlots = new Map<LiveSocket, number>()
  let added = 0
  let second = 0
  let checking = false

  const bySid = (sid: string) => [...writers.keys()].filter((socket) => socket.principal().sid === sid)
  const stopEnded = sessions.onEnded(({ sid }) => {
    for (const socket of bySid(sid)) socket.close(socketCloseCodes.unauthorized)
  })
  const stopRenewed = sessions.onRenewed((sid, token) => {
    for (const socket of bySid(sid)) socket.renew(token)
  })

  /** Each second a part of the sockets, so that pings do not leave all at once. */
  function sendHeartbeats(): void {
    second = (second + 1) % (HEARTBEAT / 1000)
    const limit = clock.monotonic() - behindMs
    for (const [socket, writer] of writers) {
      if (clock.now() >= socket.principal().ends) socket.close(socketCloseCodes.unauthorized)
      const behindSince = writer.behindSince()
      if (behindSince !== null && behindSince < limit) {
        onLimit('liveBehindMs')
        // Closed with a reason, which a client that reads again soon still gets.
        socket.close(socketCloseCodes.tooSlow)
      } else if (heartbeatSlots.get(socket) === second && !socket.heartbeat()) socket.terminate()
    }
  }

  async function sweep(): Promise<void> {
    if (checking) return
    checking = true
    try {
      rights.dropExpired()
      await checkRights([...writers.keys()])
    } finally {
      checking = false
    }
  }

  async function checkRights(open: LiveSocket[]): Promise<void> {
    const questions = open.flatMap((socket) => [...rightsOf(socket)].map((right) => ({ socket, right })))
    await mapBounded(questions, PARALLEL_CHECKS, ({ socket, right }) => checkRight(socket, right))
    await mapBounded(open, PARALLEL_CHECKS, checkScope)
  }

  /** A client whose user sees another part of the account connects again, and reads everything again. */
  async function checkScope(socket: LiveSocket): Promise<void> {
    const entered = socket.scopes()
    if (entered.size === 0) return
    try {
      const scope = scopeKey(await scopes.of(socket.principal(), RIGHTS_MAX_AGE))
      if ([...entered].some((one) => one !== scope)) socket.close(socketCloseCodes.serviceRestart)
    } catch (error) {
      log.debug({ err: toError(error) }, 'what a user sees could not be checked')
    }
  }

  rightsChanges.onChange((accountId) => {
    rights.forget(accountId)
    const concerned = (socket: LiveSocket) =>
      accountId === null || socket.principal().account?._id === accountId
    void checkRights([...writers.keys()].filter(concerned))
  })

  async function checkRight(socket: LiveSocket, right: string, maxAge = RIGHTS_MAX_AGE): Promise<void> {
    try {
      const verdict = await rights.check(socket.principal(), right, maxAge)
      if (verdict.readable) return
      // The session may continue: another gateway has exchanged its token, and the client reconnects with the
      // new one.
      if (verdict.sessionLost) socket.close(socketCloseCodes.unauthorized)
      else socket.loseRight(right)
    } catch (error) {
      // A platform that cannot answer publishes nothing either; the next sweep asks again.
      log.debug({ err: toError(error) }, 'rights of a live subscription could not be checked')
    }
  }

  async function checkSession(socket: LiveSocket): Promise<void> {
    await checkRight(socket, apiPath`user/${socket.principal().user._id}`, 0)
  }

  const timers = [
    setInterval(sendHeartbeats, 1000).unref(),
    setInterval(() => void sweep(), RIGHTS_SWEEP).unref(),
  ]

  return {
    refusal(userId) {
      if (writers.size >= caps.total) return 'MAX_SOCKETS'
      return (perUser.get(userId) ?? 0) >= caps.perUser ? 'MAX_SOCKETS_PER_USER' : null
    },
    add(socket, writer) {
      writers.set(socket, writer)
      heartbeatSlots.set(socket, added++ % (HEARTBEAT / 1000))
      const userId = socket.principal().user._id
      perUser.set(userId, (perUser.get(userId) ?? 0) + 1)
    },
    remove(socket) {
      if (!writers.delete(socket)) return
      heartbeatSlots.delete(socket)
      const userId = socket.principal().user._id
      const left = (perUser.get(userId) ?? 1) - 1
      if (left) perUser.set(userId, left)
      else perUser.delete(userId)
    },
    count: () => writers.size,
    checkUser(userId) {
      const concerned = [...writers.keys()].filter((socket) => socket.principal().user._id === userId)
      void mapBounded(concerned, PARALLEL_CHECKS, checkSession)
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopEnded()
      stopRenewed()
      const open = [...writers.keys()]
      const gone = open.map((socket) => socket.whenGone())
      for (const socket of open) socket.close(socketCloseCodes.serviceRestart)
      let timer: NodeJS.Timeout | undefined
      const grace = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_GRACE)))
      await Promise.race([Promise.all(gone), grace])
      clearTimeout(timer)
      for (const socket of open) socket.terminate()
    },
  }
}

/**
 * The paths that a socket must be able to read. Without a subscription that is its user, so that an invalid
 * token closes it too.
 */
function rightsOf(socket: LiveSocket): Set<string> {
  const rights = socket.rights()
  return rights.size ? rights : new Set([apiPath`user/${socket.principal().user._id}`])
}
