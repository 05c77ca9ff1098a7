import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Task } from '#shared/domains/tasks/contract.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import { newId } from '#server/lib/ids.ts'
import { createSeal } from '#server/platform/auth/seal.ts'
import { queueUrl } from '#server/platform/queue/queue-url.ts'
import type { Operator } from '../integration/operator.ts'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'
import { testKey } from '../support/gateway.ts'
import { evidence } from '../support/evidence.ts'
import { createWorkerAlias, type WorkerAlias } from '../support/worker.ts'
import { startRelay, type Relay } from '../support/tcp-relay.ts'

/** Workers that exit, hang and lose their network, as separate processes, with the whole product. */

/**
 * Seconds; ten times the duration of the work, so that also on a busy machine only the stopped workers lose a
 * lease.
 */
const visibility = 4
const workMs = 400

/** Limit for waits; no assertion depends on it. */
const polling = { timeout: 20_000, interval: 20 }

let whole: WholePath
let operator: Operator
let appId: string
let alias: WorkerAlias
let relay: Relay
let workers: Worker[] = []
beforeAll(async () => {
  whole = await startWholePath()
  operator = await whole.signUp('wanda')
  const app = await operator.send('POST', { url: '/api/apps', body: { name: 'App', description: 'An app' } })
  appId = app.body['_id'] as string
  relay = await startRelay(Number(new URL(whole.url).port))
})
beforeEach(async () => {
  const type = `task.faults.${newId()}`
  const parts = { pool: whole.pool, seal: createSeal(testKey) }
  alias = await createWorkerAlias(parts, operator.member.accountId, type)
})
afterEach(() => {
  for (const { child } of workers) child.kill('SIGKILL')
  workers = []
})
afterAll(async () => {
  await relay.close()
  await whole.close()
})

interface Said {
  event: 'ready' | 'took' | 'hangs' | 'reported'
  taskId?: string
  attempt?: number
  status?: number
}
interface Worker {
  child: ChildProcess
  said: Said[]
}

function startWorker({ hangs = false, seconds = visibility } = {}): Worker {
  const { aliasId, keyId, accessKeyId, secretAccessKey } = alias
  const setup = {
    aliasId,
    keyId,
    accessKeyId,
    secretAccessKey,
    workMs,
    visibility: seconds,
    hangs,
    relayPort: relay.port,
    queueUrl: queueUrl(`${whole.url}/queue`, alias),
    endpoint: `${whole.url}/queue`,
    audience: whole.url,
    privateKey: alias.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const program = path.join(import.meta.dirname, 'sqs-worker.mjs')
  const child = spawn(process.execPath, [program, JSON.stringify(setup)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said: Said[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line) as Said))
  return { child, said }
}

/** The attempt at which a worker has stopped itself. */
const heldBy = ({ said }: Worker) => said.find(({ event }) => event === 'hangs')

/** Makes these workers stop themselves, each with its next task; returns their attempts. */
async function hangWithTasks(those: Worker[]): Promise<Said[]> {
  for (const { child } of those) child.kill('SIGUSR2')
  const held = () => those.map(heldBy).filter((each) => each !== undefined)
  await vi.waitUntil(() => held().length === those.length, polling)
  return held()
}

const saidOf = (event: Said['event']) =>
  workers.flatMap(({ said }) => said.filter((each) => each.event === event))

async function startRun(
  tasks: number,
  retry: { max: number; delayMs: number; factor: number },
): Promise<string> {
  const list = Array.from({ length: tasks }, (_, n) => ({ name: `t${n}`, type: alias.type, retry }))
  const body = { name: 'Faults', tasks: list }
  const answer = await operator.send('POST', { url: `/api/workqueues?appId=${appId}`, body })
  expect(answer.status).toBe(201)
  return answer.body['_id'] as string
}

async function read(id: string): Promise<Workqueue & { tasks: Task[] }> {
  return (await operator.send('GET', { url: `/api/workqueues/${id}` })).body as unknown as Workqueue & {
    tasks: Task[]
  }
}

const over = (id: string) =>
  vi.waitFor(
    async () => {
      const run = await read(id)
      expect(run.status).toMatch(/completed|failed/)
      return run
    },
    { timeout: 80_000, interval: 100 },
  )

test('five of ten workers killed, three stopped, replies lost: every task ends, none twice in one attempt', async () => {
  workers = Array.from({ length: 10 }, () => startWorker())
  await vi.waitFor(() => expect(saidOf('ready')).toHaveLength(10), polling)
  const runs = await Promise.all(
    Array.from({ length: 4 }, () => startRun(14, { max: 5, delayMs: 10, factor: 1 })),
  )
  await vi.waitUntil(() => saidOf('reported').length > 10, polling)

  const [stopped, killed] = [workers.slice(0, 3), workers.slice(3, 8)]
  const [held] = await Promise.all([hangWithTasks(stopped), hangWithTasks(killed)])
  for (const { child } of killed) child.kill('SIGKILL')
  relay.dropReplies = true
  await vi.waitUntil(() => relay.dropped >= 5, polling)
  relay.dropReplies = false

  const ended = await Promise.all(runs.map(over))
  expect(ended.map(({ status }) => status)).toEqual(runs.map(() => 'completed'))
  const tasks = ended.flatMap((run) => run.tasks)
  expect(tasks.every(({ status, attempt }) => status === 'ended' && attempt <= 6)).toBe(true)
  // Other workers got the tasks of those that hang or died, with a higher attempt.
  for (const was of [...stopped, ...killed].map(heldBy)) {
    const task = tasks.find(({ _id }) => _id === was?.taskId)
    expect(task?.attempt).toBeGreaterThan(was?.attempt ?? Infinity)
  }

  const executions = saidOf('took').map(({ taskId, attempt }) => `${taskId} ${attempt}`)
  expect(new Set(executions).size).toBe(executions.length)

  // The stopped workers continue and report on leases that have ended.
  for (const { child } of stopped) child.kill('SIGCONT')
  for (const [index, { said }] of stopped.entries()) {
    const { taskId, attempt } = held[index] ?? {}
    const late = () => said.find((each) => each.event === 'reported' && each.taskId === taskId)
    await vi.waitFor(() => expect(late()).toMatchObject({ attempt, status: 409 }), polling)
  }
  evidence({
    check: 54,
    figures: {
      workers: workers.length,
      killed: killed.length,
      stopped: stopped.length,
      'replies lost': relay.dropped,
      'tasks ended': tasks.length,
      'executed twice in one attempt': executions.length - new Set(executions).size,
      'late reports refused': stopped.length,
    },
    breaks: 'an expired lease is not released',
  })
}, 200_000)

test('a task that kills its workers is retried as often as its rule says, then fails with the reason', async () => {
  const id = await startRun(1, { max: 2, delayMs: 10, factor: 1 })
  for (let attempt = 1; attempt <= 3; attempt++) {
    // No worker is to keep this task, so its lease may be as short as there is.
    const worker = startWorker({ hangs: true, seconds: 1 })
    workers.push(worker)
    await vi.waitFor(() => expect(heldBy(worker)).toMatchObject({ attempt }), polling)
    worker.child.kill('SIGKILL')
  }
  const { status, tasks } = await over(id)
  expect(status).toBe('failed')
  expect(tasks[0]).toMatchObject({ status: 'failed', attempt: 3 })
  expect(tasks[0]?.reason).toMatch('The lease of attempt 3 ended without a result')
  evidence({
    check: 54,
    figures: { 'retries allowed': 2, attempts: 3, 'fails with its reason': 'yes' },
    breaks: 'an expired lease is retried without counting',
  })
}, 120_000)
