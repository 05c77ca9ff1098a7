import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import request from 'supertest'
import type { Clock } from '#server/lib/clock.ts'
import { newId } from '#server/lib/ids.ts'
import { buildPlatform } from '#server/platform/app.ts'
import { createAddressPolicy } from '#server/platform/alerts/address-policy.ts'
import { createAlerts, type Alerts } from '#server/platform/alerts/alerts.ts'
import { createSender } from '#server/platform/alerts/senders.ts'
import type { Resolve } from '#server/platform/alerts/web-request.ts'
import { createAttentionKeeper, type AttentionKeeper } from '#server/platform/attention/keeper.ts'
import { createSeal, type Seal } from '#server/platform/auth/seal.ts'
import { issueToken } from '#server/platform/auth/tokens.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createPlanStore } from '#server/platform/domains/plans/store.ts'
import { createStatsStore } from '#server/platform/domains/workqueues/stats-store.ts'
import type { Engine, LivePublisher } from '#server/platform/engine/types.ts'
import { createTaskNotices, type TaskNotices } from '#server/platform/queue/receiver.ts'
import { embeddedQueues, type OpenQueues } from '#server/platform/queue/task-queues.ts'
import type { Mail, Mailer } from '#server/platform/mail/mailer.ts'
import type { InvitationLimits } from '#server/platform/people/invitation-limits.ts'
import type { RouteDeps } from '#server/platform/routes/deps.ts'
import type { Gitops, GitopsOptions } from '#server/platform/gitops/gitops.ts'
import { createScheduler, type Scheduler } from '#server/platform/schedules/scheduler.ts'
import type { ScriptPool } from '#server/platform/scripts/pool.ts'
import type { OidcClient } from '#server/platform/oidc/provider.ts'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { createTestDatabase } from './database.ts'

/** A user who owns an account, signed in. */
export interface Member {
  accountId: string
  accountName: string
  userId: string
  email: string
  token: string
  /** Headers of a call on account data. */
  headers: { authorization: string; 'account-id': string }
}

export interface TestPlatform {
  app: FastifyInstance
  pool: pg.Pool
  clock: Clock & { advance(ms: number): void }
  /** Not started: a test calls `settle`. */
  attention: AttentionKeeper
  /** Not started: a test calls `settle`. */
  alerts: Alerts
  alertSender: RouteDeps['alertSender']
  /** It works only when a test lets it settle. */
  scheduler: Scheduler
  /** The live messages that routes have sent. */
  told: LiveMessage[]
  scripts: ScriptPool
  /** The sent mails. */
  mails: Mail[]
  mailer: Mailer
  seal: Seal
  alice: Member
  bob: Member
  call: ReturnType<typeof request>
  /** A call below `/api/`, with an optional body; as alice by default. */
  send(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    body?: object,
    who?: { headers: Record<string, string> },
  ): request.Test
  close(): Promise<void>
}

export type EngineFactory = (parts: {
  pool: pg.Pool
  clock: Clock
  seal: Seal
  taskNotices: TaskNotices
}) => Engine

/** The real app on a new database, with two accounts and one member in each. */
export async function createTestPlatform(
  createEngine: EngineFactory,
  {
    queue = true,
    oidc = null,
    invitationLimits = { perInviter: 1000, perAccount: 1000 },
    trustGateways,
    allowPrivate = [],
    resolve,
    scripts = noScripts,
    openQueues,
    gitops: createGitops,
  }: {
    queue?: boolean
    /** Absent: the queues of the platform itself. */
    openQueues?: OpenQueues
    oidc?: OidcClient | null
    invitationLimits?: InvitationLimits
    trustGateways?: string | undefined
    /** `ALERT_ALLOW_PRIVATE`. */
    allowPrivate?: string[]
    /** How alerts find the addresses of a host name; absent: there are none. */
    resolve?: Resolve
    /** Absent: scripts cannot be run. */
    scripts?: ScriptPool
    /** Absent: deployments are not published in a repository. */
    gitops?: (parts: Pick<GitopsOptions, 'db' | 'seal' | 'clock' | 'log'>) => Gitops
  } = {},
): Promise<TestPlatform> {
  const { pool, drop } = await createTestDatabase()
  const clock = createTestClock()
  const told: LiveMessage[] = []
  const mails: Mail[] = []
  const mailer: Mailer = { send: async (mail) => void mails.push(mail) }
  const seal = createSeal('5ea1'.repeat(16))
  const taskNotices = createTaskNotices()
  const publisher: LivePublisher = {
    committed(_outboxId, messages) {
      told.push(...messages)
      taskNotices.publish(messages)
    },
  }
  const db = createDatabase(pool)
  const log = pino({ level: 'silent' })
  const policy = createAddressPolicy(allowPrivate)
  const publicUrl = 'https://console.example.test'
  const sendAlert = createSender({ mailer, publicUrl, clock, policy, resolve: resolve ?? unknownHost })
  const alertSender = { send: sendAlert, policy }
  const alerts = createAlerts({ db, seal, send: sendAlert, clock, log, onFailing: () => attention.soon() })
  const attention = createAttentionKeeper({
    onItemsTurned: alerts.onItemsTurned,
    db,
    clock,
    log,
    publisher,
    readUsual: createStatsStore(db).usual,
  })
  const engine = createEngine({ pool, clock, seal, taskNotices })
  const findPlan = createPlanStore(db).findDefinition
  const scheduler = createScheduler({ db, engine, findPlan, clock, log })
  const gitops = createGitops?.({ db, seal, clock, log }) ?? null
  const app = await buildPlatform({
    pool,
    seal,
    mailer,
    addresses: {
      publicUrl,
      queueUrlBase: 'https://queue.example.test/queue',
    },
    engine,
    attention,
    alerts,
    alertSender,
    scheduler,
    scripts,
    publisher,
    taskNotices,
    openQueues: openQueues ?? embeddedQueues({ serves: queue }),
    trustGateways,
    invitationLimits,
    hookStartsPerMinute: 600,
    oidc,
    flux: { gitUrl: null },
    gitops,
    clock,
    log,
  })
  const [alice, bob] = [await createMember(pool, clock, 'alice'), await createMember(pool, clock, 'bob')]
  await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await app.close()
    await attention.stop()
    await alerts.stop()
    await scheduler.stop()
    await gitops?.stop()
    await drop()
  }
  const call = request(app.server)
  const send: TestPlatform['send'] = (method, path, body, who = alice) => {
    const sent = call[method](`/api/${path}`).set({ ...who.headers })
    return body ? sent.send(body) : sent
  }
  return {
    app,
    pool,
    clock,
    attention,
    alerts,
    alertSender,
    scheduler,
    scripts,
    told,
    mails,
    mailer,
    seal,
    alice,
    bob,
    call,
    send,
    close,
  }
}

export async function createMember(
  pool: pg.Pool,
  clock: Clock,
  name: string,
  passwordHash = 'none',
): Promise<Member> {
  const [userId, accountId, email] = [newId(), newId(), `${name}@example.test`]
  const accountName = `${name}s`
  await pool.query('insert into users (id, email, password_hash) values ($1, $2, $3)', [
    userId,
    email,
    passwordHash,
  ])
  await pool.query('insert into accounts (id, name) values ($1, $2)', [accountId, accountName])
  await pool.query("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [
    accountId,
    userId,
  ])
  const token = await issueToken(createDatabase(pool), { userId, kind: 'bearer', now: clock.now() })
  return {
    accountId,
    accountName,
    userId,
    email,
    token,
    headers: { authorization: `Bearer ${token}`, 'account-id': accountId },
  }
}

const noScripts: ScriptPool = {
  limits: { timeMs: 1000, memoryMib: 64, outputBytes: 1_048_576, logLines: 1000, progressCalls: 1000 },
  run: () => Promise.reject(new Error('This platform of a test runs no scripts')),
  stop: () => undefined,
}

/** No test asks the resolver of the system. */
const unknownHost: Resolve = () =>
  Promise.reject(Object.assign(new Error('No such host'), { code: 'ENOTFOUND' }))

/** A wall clock that moves only by `advance`. */
function createTestClock(): TestPlatform['clock'] {
  let now = Date.parse('2026-03-01T12:00:00.000Z')
  return {
    now: () => now,
    monotonic: () => now,
    advance(ms) {
      now += ms
    },
  }
}
