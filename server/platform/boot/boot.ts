import { randomBytes } from 'node:crypto'
import { environmentWith } from '#server/config.ts'
import { startPart } from '#server/lib/lifecycle.ts'
import type { PlatformReady } from '#server/supervisor.ts'
import { createPlanStore } from '../domains/plans/store.ts'
import { requirePrograms } from '../gitops/start.ts'
import { createMailer } from '../mail/mailer.ts'
import { addressesOf } from '../people/addresses.ts'
import { createTaskNotices } from '../queue/receiver.ts'
import { startLive } from '../realtime/live.ts'
import { openDatabase } from './open-database.ts'
import type { BootOptions } from './options.ts'
import { gitSettingsOf, serviceOf } from './settings.ts'
import { startBackground } from './start-background.ts'
import { startCalls } from './start-calls.ts'
import { startEngine } from './start-engine.ts'
import { startObservers } from './start-observers.ts'

/**
 * Starts everything of the platform above its database, in order, up to the listener. The lifecycle stops it in reverse
 * order.
 */
export async function bootPlatform(options: BootOptions): Promise<PlatformReady> {
  const { config, databaseUrl, lifecycle, log } = options
  const git = gitSettingsOf(config)
  if (git) await requirePrograms(git, environmentWith({}).PATH)
  const database = await openDatabase(options)
  const { pool, db, clock } = database
  const pusherKey = config.PUSHER_KEY ?? randomBytes(16).toString('hex')
  const taskNotices = createTaskNotices()
  const live = await startPart(lifecycle, 'live events', () =>
    startLive({
      pool,
      shared: config.DATABASE_URL ? databaseUrl : null,
      key: pusherKey,
      service: serviceOf(config),
      log,
      onMessages: taskNotices.publish,
      clock,
    }),
  )
  const observers = await startObservers(options, database)
  const addresses = addressesOf(config)
  const { publicUrl } = addresses
  const mailer = await lifecycle.start(
    'mail',
    () => createMailer(config, publicUrl, log),
    (part) => part.close(),
  )
  const findPlan = createPlanStore(db).findDefinition
  const { publisher } = live
  const running = await startEngine(options, {
    ...database,
    ...observers,
    publisher,
    mailer,
    publicUrl,
    findPlan,
  })
  const background = await startBackground(options, {
    ...database,
    ...observers,
    engine: running.engine,
    findPlan,
    publicUrl,
    git,
  })
  const { url, pusher, admin } = await startCalls(options, {
    ...database,
    ...observers,
    ...running,
    ...background,
    live,
    taskNotices,
    mailer,
    addresses,
  })
  return { type: 'ready', url, pusher: { key: pusherKey, ...pusher }, admin }
}
