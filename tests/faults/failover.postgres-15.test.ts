import { pino } from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createPool } from '#server/platform/db/database.ts'
import { requireOwnSessions } from '#server/platform/db/pooler.ts'
import { primaryClient } from '#server/platform/db/primary.ts'
import { evidence } from '../support/evidence.ts'
import { failoverTrial } from '../support/failover-trial.ts'
import { startPooler } from '../support/pooler.ts'
import { startSecurePostgres15 } from '../support/secure-postgres.ts'
import { startPostgresPair, type PostgresPair } from '../support/postgres-pair.ts'

/** Check 91: the server of the database that takes writes dies, and the other one takes over. */

let pair: PostgresPair
beforeAll(async () => {
  pair = await startPostgresPair()
})
afterAll(() => pair.stop())

test('no session begins on a server that follows', async () => {
  const client = new (primaryClient(pair.standbyUrl()))()
  await expect(client.connect()).rejects.toMatchObject({ code: '57P03' })
  const standby = new pg.Client(pair.standbyUrl())
  await standby.connect()
  expect((await standby.query('select pg_is_in_recovery() as follows')).rows).toEqual([{ follows: true }])
  await standby.end()
})

test('a pooler that gives each transaction another session is refused; one that keeps it is not', async () => {
  const pooler = await startPooler(pair.leaderPort())
  const [transactions, sessions] = ['transaction', 'session'].map((mode) => createPool(pooler.url(mode)))
  onTestFinished(async () => {
    await transactions!.end()
    await sessions!.end()
    await pooler.stop()
  })
  await expect(requireOwnSessions(transactions!)).rejects.toThrow('a pooler in transaction mode')
  await requireOwnSessions(sessions!)
})

test("with a CA of one's own: its server is asked by TLS, that of another CA is refused in words", async () => {
  const secure = await startSecurePostgres15()
  onTestFinished(() => secure.stop())
  const ask = async (ca: string, host = 'localhost') => {
    const client = new (primaryClient(secure.url(host, ca)))()
    try {
      await client.connect()
      return (await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows
    } finally {
      await client.end()
    }
  }
  expect(await ask(secure.ca)).toEqual([{ ssl: true }])
  await expect(ask(secure.otherCa)).rejects.toThrow(
    'The certificate of the database is not signed by the CA of sslrootcert',
  )
  await expect(ask(secure.ca, '127.0.0.1')).rejects.toThrow(
    'The certificate of the database is for another name than that in DATABASE_URL',
  )
  await expect(ask(`${secure.ca}.none`)).rejects.toThrow('no such file or directory')
})

/** 20 of them: `npm run bench -- failover`. */
test(
  'no acknowledged start is lost, none that was refused happened, and starts go on',
  { timeout: 120_000 },
  async () => {
    const lifecycle = createLifecycle(pino({ level: 'silent' }))
    onTestFinished(() => lifecycle.stop('the test is over').then(() => undefined))
    const { otherRefusals, longestGap, ...counts } = await failoverTrial(pair, lifecycle, 1)
    expect(counts).toMatchObject({ lost: 0, refusedYetThere: 0, doubled: 0, open: 0, failuresLogged: 0 })
    // Each of two platforms says it once.
    expect(counts.outagesLogged).toBeLessThanOrEqual(2)
    expect(otherRefusals).toEqual([])
    expect(longestGap).toBeLessThan(15)
    evidence({
      check: 91,
      figures: { ...counts, 'no write for, s': longestGap },
      breaks:
        'a session begins on any server, a start whose connection ended is refused without asking whether it is stored, or each refused call is logged',
    })
  },
)
