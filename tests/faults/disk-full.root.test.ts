import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGatewayConfig, readPlatformConfig } from '#server/config.ts'
import { buildGateway } from '#server/gateway/app.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { bootPlatform } from '#server/platform/boot/boot.ts'
import { createPool } from '#server/platform/db/database.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { evidence } from '../support/evidence.ts'
import { ownerPassword, signIn, type Call } from '../support/platform-process.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/**
 * Check 57: with a full disk writes are refused with a message, reads continue, and nothing is damaged when
 * there is space again.
 */

const log = pino({ level: 'silent' })
const lifecycle = createLifecycle(log)
let disk: SmallDisk
let databaseUrl: string
let call: Call
/** The platform's state in the gateway's `/readyz`. */
let readiness: () => Promise<string>

beforeAll(async () => {
  disk = mountSmallDisk(160)
  const dataDir = path.join(disk.folder, 'postgres')
  const postgres = await lifecycle.start(
    'postgres',
    () => startPostgres({ dataDir, log }),
    (part) => part.stop(),
  )
  databaseUrl = postgres.url
  const config = readPlatformConfig({ ADMIN_PASSWORD: ownerPassword })
  const secretsKey = 'a1'.repeat(32)
  const platform = await bootPlatform({ config, databaseUrl, secretsKey, lifecycle, log })
  call = await signIn(platform.url)
  const gateway = await buildGateway({
    config: readGatewayConfig({}),
    log,
    clock: systemClock,
    clientDir: null,
    platformUrl: platform.url,
    pusher: { ...platform.pusher, cluster: '', tls: false },
    sessionKeys: [secretsKey],
    limits: { closeMs: 500 },
  })
  readiness = async () => (await gateway.inject({ url: '/readyz' })).json<{ platform: string }>().platform
  await lifecycle.start(
    'gateway',
    () => gateway,
    (part) => part.close(),
  )
})
afterAll(async () => {
  await lifecycle.stop('the test is over')
  disk.remove()
})

const written: string[] = []
let next = 0

/** Creates an app; `written`, or the message of the refusal. */
async function write(): Promise<string> {
  const name = `app ${next++}`
  const description = 'x'.repeat(1900)
  return call('POST', 'apps', { name, description }).then(
    () => (written.push(name), 'written'),
    (error: unknown) => String(error),
  )
}

const names = async () =>
  (await call<{ data: { name: string }[] }>('GET', 'apps?pagesize=9999')).data.map(({ name }) => name)

test(
  'writes are refused, reads continue, and everything works when there is space again',
  { timeout: 60_000 },
  async () => {
    expect([await write(), await readiness()]).toEqual(['written', 'up'])
    disk.fill()
    // Free space in the database's existing pages still accepts some rows.
    await expect.poll(write, { timeout: 10_000, interval: 1 }).toContain('answered 507')
    for (let round = 0; round < 100; round++) {
      expect(await write()).toMatch(/written|answered 507: \{"statusCode":507,"code":"NO_SPACE"/)
      expect(await names()).toEqual(expect.arrayContaining(written))
    }
    await expect.poll(readiness, { timeout: 5000 }).toBe('down')

    disk.free()
    await expect.poll(write, { timeout: 10_000 }).toBe('written')
    await expect.poll(readiness, { timeout: 5000 }).toBe('up')
    expect((await names()).filter((name) => name.startsWith('app')).sort()).toEqual(written.sort())
  },
)

test('afterwards no table and no index is damaged', async () => {
  const pool = createPool(databaseUrl)
  await pool.query('create extension if not exists amcheck')
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name, bt_index_check(c.oid, true)
     from pg_class c join pg_am am on am.oid = c.relam and am.amname = 'btree'
     where c.relkind = 'i' and c.relpersistence = 'p'`,
  )
  expect(rows.length).toBeGreaterThan(50)
  await pool.end()
  evidence({
    check: 57,
    figures: {
      'rows kept': written.length,
      'rows lost': 0,
      'indexes checked': rows.length,
      'of these damaged': 0,
    },
    breaks: 'readiness checks only a read',
  })
})
