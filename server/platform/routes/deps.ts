import type { Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Tracing } from '#server/lib/telemetry/tracing.ts'
import type { AddressPolicy } from '../alerts/address-policy.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Send } from '../alerts/senders.ts'
import type { AttentionKeeper } from '../attention/keeper.ts'
import type { Seal } from '../auth/seal.ts'
import type { Database } from '../db/database.ts'
import type { Engine, LivePublisher } from '../engine/types.ts'
import type { Gitops } from '../gitops/gitops.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { OidcClient } from '../oidc/provider.ts'
import type { Addresses } from '../people/addresses.ts'
import type { InvitationLimits } from '../people/invitation-limits.ts'
import type { LeaseStore } from '../queue/lease-store.ts'
import type { TaskQueues } from '../queue/task-queues.ts'
import type { Pollers } from '../queues/pollers.ts'
import type { Scheduler } from '../schedules/scheduler.ts'
import type { ScriptPool } from '../scripts/pool.ts'

/** What the routes need of the started platform. */
export interface RouteDeps {
  db: Kysely<Database>
  engine: Engine
  attention: AttentionKeeper
  alerts: Pick<Alerts, 'soon'>
  scheduler: Pick<Scheduler, 'start' | 'soon'>
  scripts: ScriptPool
  /** Sends messages of alerts to one address, and says which addresses it may reach. */
  alertSender: { send: Send; policy: AddressPolicy }
  leases: LeaseStore
  pollers: Pollers
  queues: TaskQueues
  publisher: LivePublisher
  seal: Seal
  mailer: Mailer
  addresses: Addresses
  invitationLimits: InvitationLimits
  /** The largest limit of a start address, in runs a minute. */
  hookStartsPerMinute: number
  oidc: OidcClient | null
  flux: { gitUrl: string | null }
  /** Deployments in a Git repository; null: off. */
  gitops: Gitops | null
  clock: Clock
  log: Logger
  /** Absent: traces are off. */
  tracing?: Tracing | undefined
}
