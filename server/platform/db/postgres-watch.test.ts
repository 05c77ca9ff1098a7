import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processesOf } from './postgres-processes.ts'
import { watchPostgres } from './postgres-watch.ts'
import { startPostgres, type RunningPostgres } from './postgres.ts'

const log = pino({ level: 'silent' })
const limitMs = 1200
let folder = ''
let postgres: RunningPostgres

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-watch-'))
  postgres = await startPostgres({ dataDir: folder, log })
  const client = await connect()
  await client.query('create table kept (n int); insert into kept values (7)')
  await client.end()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(postgres.url)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Stops that process for ever; resolves when the watch has killed the server, with its process ids. */
async function killedAfterStop(pid: number): Promise<number[]> {
  const all = processesOf(postgres.pid)
  const watch = watchPostgres({ postgres, limitMs, log })
  process.kill(pid, 'SIGSTOP')
  expect(await postgres.exited).toEqual({ code: null, signal: 'SIGKILL' })
  watch.stop()
  return all
}

test.each(['postmaster', 'backend', 'checkpointer'] as const)(
  'a server whose %s is stopped is killed with all its processes, and its data opens again',
  async (part) => {
    const client = await connect()
    const { rows } = await client.query<{ pid: number }>(
      `select ${part === 'checkpointer' ? 'pid' : 'pg_backend_pid() as pid'} from pg_stat_activity
       where backend_type = '${part === 'checkpointer' ? 'checkpointer' : 'client backend'}' limit 1`,
    )
    const all = await killedAfterStop(part === 'postmaster' ? postgres.pid : (rows[0]?.pid ?? 0))
    expect(all.length).toBeGreaterThan(3)
    await postgres.stop()
    postgres = await startPostgres({ dataDir: folder, log })
    expect((await (await connect()).query('select n from kept')).rows).toEqual([{ n: 7 }])
  },
)

test('a server that answers is left alone, also when all its connections are in use', async () => {
  const clients: pg.Client[] = []
  for (let refused = false; !refused;)
    await connect().then(
      (client) => clients.push(client),
      () => (refused = true),
    )
  const watch = watchPostgres({ postgres, limitMs, log })
  const ended = Promise.race([postgres.exited, wait(limitMs * 1.5, 'serves')])
  expect(await ended).toBe('serves')
  watch.stop()
  await Promise.all(clients.map((client) => client.end()))
})

test('a start kills a stopped server that its owner left behind', async () => {
  process.kill(postgres.pid, 'SIGSTOP')
  await rm(path.join(folder, 'owner.json'))
  const second = await startPostgres({ dataDir: folder, log })
  expect(await postgres.exited).toEqual({ code: null, signal: 'SIGKILL' })
  postgres = second
  expect((await (await connect()).query('select n from kept')).rows).toEqual([{ n: 7 }])
})
