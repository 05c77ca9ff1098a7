import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { advisoryLocks, createPool } from '../db/database.ts'
import { openHolderSession } from './holder-session.ts'

async function setup() {
  const { url, pool, drop } = await createTestDatabase()
  const own = createPool(url)
  let socket: Socket | undefined
  own.on('connect', (client) => {
    socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
  })
  onTestFinished(async () => {
    await own.end()
    await drop()
  })
  return { pool, own, cut: () => socket?.destroy() }
}

test('`lost` is called once when the session breaks', async () => {
  const { own, cut } = await setup()
  const lost = vi.fn()
  await openHolderSession(own, lost)
  cut()
  await vi.waitFor(() => expect(lost).toHaveBeenCalled())
  expect(lost).toHaveBeenCalledOnce()
})

test('a session that breaks before it has its number only rejects', async () => {
  const { pool, own, cut } = await setup()
  // The next session waits for the lock of its own number.
  const other = await pool.connect()
  onTestFinished(() => other.release(true))
  await other.query(
    `select pg_advisory_lock(${advisoryLocks.holder}, (nextval('engine_holders') + 1)::integer)`,
  )
  const lost = vi.fn()
  const refused = expect(openHolderSession(own, lost)).rejects.toThrow('Connection terminated')
  const waits = `select 1 from pg_locks where classid = ${advisoryLocks.holder} and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while ((await pool.query(waits)).rowCount === 0) await wait(5)
  cut()
  await refused
  expect(lost).not.toHaveBeenCalled()
})
