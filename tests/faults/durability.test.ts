import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import {
  ask,
  compare,
  createTables,
  durabilityTrial,
  killBoth,
  openPostgres,
  startOwner,
  writeUntilBroken,
  type Acknowledged,
} from '../support/durability-trial.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'console-durable-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

/** 50 of them: `npm run bench -- faults`. */
test(
  'every acknowledged write survives SIGKILLs of PostgreSQL and its owner, whole',
  { timeout: 120_000 },
  async () => {
    const moments = [300, 120, 410, 50, 230]
    const pauseMs = () => moments.pop() ?? 100
    const trial = { kills: moments.length, perSecond: 200, pauseMs, leastWrites: 11 }
    const { acknowledged, lost, torn } = await durabilityTrial(dataDir, trial)
    expect([lost, torn]).toEqual([0, 0])
    expect(acknowledged).toBeGreaterThan(50)
    evidence({
      check: 55,
      figures: {
        kills: trial.kills,
        'acknowledged writes': acknowledged,
        lost,
        'transactions stored in part': torn,
      },
      breaks: 'PostgreSQL acknowledges before its log is written (synchronous_commit off)',
    })
  },
)

test(
  'a second process on the data is refused within 2 s while the first continues to write',
  { timeout: 60_000 },
  async () => {
    const first = await openPostgres(dataDir)
    const acknowledged: Acknowledged = { singles: new Set(), pairs: new Set() }
    await createTables(first.url)
    const writing = writeUntilBroken(first.url, 0, 200, acknowledged)
    const { child, told } = await startOwner(dataDir)
    expect(told).toMatchObject({ error: expect.stringContaining('in use by process') as string })
    expect(told.ms).toBeLessThan(2000)
    if (child.exitCode === null) await once(child, 'exit')
    const before = acknowledged.singles.size
    await expect.poll(() => acknowledged.singles.size).toBeGreaterThan(before + 10)
    await killBoth(first)
    await writing
    const again = await openPostgres(dataDir)
    expect(await compare(again.url, acknowledged)).toMatchObject({ lost: 0, torn: 0 })
    await killBoth(again)
    evidence({
      check: 56,
      figures: { 'second process refused after ms': told.ms, 'rows of the first lost': 0 },
      breaks: 'the owner of the folder is not checked, and no lock is taken',
    })
  },
)

test(
  'SIGTERM during a transaction leaves nothing of it and everything before it',
  { timeout: 60_000 },
  async () => {
    const first = await openPostgres(dataDir)
    await createTables(first.url)
    await ask(first.url, 'insert into singles values (1)')
    const client = new pg.Client(first.url)
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin')
    await client.query('insert into singles values (2)')
    const ended = new Promise((resolve) => client.once('end', resolve))
    first.child.kill('SIGTERM')
    await ended
    const second = await openPostgres(dataDir)
    expect(await ask(second.url, 'select n from singles')).toEqual([{ n: 1 }])
    await killBoth(second)
  },
)
