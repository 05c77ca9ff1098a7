import { generateKeyPairSync } from 'node:crypto'
import { hostname } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { QueueRow } from '#shared/domains/queues/contract.ts'
import type { Alias, NewPrivateKey, Worker } from '#shared/domains/workers/contract.ts'
import type { LogEntry, Task } from '#shared/domains/tasks/contract.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { Operator } from './operator.ts'
import { kits, startKit, type RunningKit, type Setup } from './starter-kit.ts'
import { startWholePath, type WholePath } from './whole-path.ts'

/**
 * The starter kit for Node.js as a separate process: through the gateway's queue and reports to the end of a
 * run.
 */

let path: WholePath
let operator: Operator
let app: string
let worker: Worker
let names = 0
beforeAll(async () => {
  path = await startWholePath()
  operator = await path.signUp('wanda')
  app = (await post<{ _id: string }>('apps', { name: 'Greetings', description: 'Greetings' }))._id
  const team = await post<{ _id: string }>('teams', { name: 'Imports' })
  worker = await post<Worker>('workers', { name: 'Greeter', teamId: team._id })
})
afterAll(() => path.close())

let setup: Setup
let running: RunningKit[] = []
beforeEach(async () => {
  names += 1
  const alias = await post<Alias>(`workers/${worker._id}/aliases`, { aliasName: `test${names}` })
  const url = `/api/workers/${worker._id}/aliases/${alias.name}/jwt`
  const { body } = await operator.send('PUT', { url, body: { name: 'laptop' } })
  setup = { url: path.url, alias, key: body as unknown as NewPrivateKey }
})
afterEach(async () => {
  await Promise.all(running.map((kit) => kit.stop()))
  running = []
})

async function post<Entity>(to: string, body: object): Promise<Entity> {
  const answer = await operator.send('POST', { url: `/api/${to}`, body })
  expect([to, answer.status]).toEqual([to, 201])
  return answer.body as Entity
}
const get = async <Entity>(from: string) =>
  (await operator.send('GET', { url: `/api/${from}` })).body as unknown as Entity

const start = (changes: Partial<Setup> = {}, program = kits.starterKit) => {
  const kit = startKit({ ...setup, ...changes }, program)
  running.push(kit)
  return kit
}
const startRun = (initialState: object) =>
  post<Workqueue>(`workqueues?appId=${app}`, {
    name: 'Greet',
    initialState,
    tasks: [
      {
        name: 'Greet',
        type: worker.type,
        alias: setup.alias.name,
        inputs: { name: '$state.who' },
        outputs: { greeting: '$state.greeting' },
      },
    ],
  })
const readRun = ({ _id }: Workqueue) => get<Workqueue & { tasks: Task[] }>(`workqueues/${_id}`)
async function ended(run: Workqueue) {
  const stored = await vi.waitFor(
    async () => {
      const now = await readRun(run)
      expect(now.status, running.map((kit) => kit.output()).join()).toMatch(/completed|failed/)
      return now
    },
    { timeout: 15_000, interval: 50 },
  )
  const logs = await get<Record<string, LogEntry[]>>(`workqueues/${run._id}/logs?athena=true`)
  return { ...stored, task: stored.tasks[0], logs: Object.values(logs).flat() }
}

describe('the starter kit', () => {
  test('executes a task, and its outputs are written to the state of the run', async () => {
    start()
    const run = await ended(await startRun({ who: 'Ada' }))
    expect(run).toMatchObject({ status: 'completed', state: { who: 'Ada', greeting: 'Hello, Ada' } })
    expect(run.task).toMatchObject({
      status: 'ended',
      attempt: 1,
      progress: 1,
      version: '1.0.0',
      hostName: hostname(),
      updatedBy: `worker:${setup.alias.name}`,
    })
    expect(run.logs.map(({ level, message }) => [level, message])).toEqual([['info', 'Greeting Ada']])
    const stored = await get<Worker>(`workers/${worker._id}`)
    const alias = stored.aliases.find(({ name }) => name === setup.alias.name)
    expect(alias?.lastPoll).not.toBeNull()
    await vi.waitFor(async () => {
      const { pollers } = await get<QueueRow>(`queues/${worker.type}/${setup.alias.name}`)
      expect(pollers).toMatchObject([{ hostName: hostname(), version: '1.0.0', running: 0 }])
    }, 5000)
  })

  test('reports why a task has failed, with a stack trace', async () => {
    start()
    const run = await ended(await startRun({}))
    expect(run).toMatchObject({ status: 'failed', task: { reason: 'inputs.name must be a text' } })
    expect(run.logs).toMatchObject([{ level: 'error', stacktrace: expect.stringContaining('at work') }])
  })

  test('executes tasks that were queued before it started, one after the other', async () => {
    const runs = await Promise.all(['Ada', 'Grace', 'Edith'].map((who) => startRun({ who })))
    start()
    const states = (await Promise.all(runs.map(ended))).map(({ state }) => state)
    expect(states).toMatchObject(['Ada', 'Grace', 'Edith'].map((who) => ({ greeting: `Hello, ${who}` })))
  })

  test('stops in order on request', async () => {
    const kit = start()
    await ended(await startRun({ who: 'Ada' }))
    expect(await kit.stop()).toBe(0)
    expect(kit.output()).not.toMatch(/Trying again|no longer ours/)
  })
})

describe('the fast worker of the documentation', () => {
  const startFast = (changes: Partial<Setup> = {}) => start(changes, kits.fastWorker)

  test('executes tasks side by side, reports them with logs, and stops in order', async () => {
    const runs = await Promise.all(['Ada', 'Grace', 7].map((who) => startRun({ who })))
    const kit = startFast()
    const [ada, grace, none] = await Promise.all(runs.map(ended))
    expect(ada).toMatchObject({ state: { greeting: 'Hello, Ada' }, logs: [{ message: 'Greeting Ada' }] })
    expect(ada?.task).toMatchObject({ version: '1.0.0', hostName: hostname() })
    expect(grace).toMatchObject({ status: 'completed', state: { greeting: 'Hello, Grace' } })
    expect(none).toMatchObject({ status: 'failed', task: { reason: 'inputs.name must be a text' } })
    expect([await kit.stop(), kit.output()]).toEqual([0, ''])
  })

  test('ends when its reports are refused', async () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    await startRun({ who: 'Ada' })
    const kit = startFast({ key: { _id: setup.key._id, privateKey: other.toString() } })
    await vi.waitFor(() => expect(kit.exitCode()).toBe(1), { timeout: 15_000, interval: 50 })
    expect(kit.output()).toMatch(/is not stored: 401 The token/)
  })
})

describe('a worker is refused', () => {
  const stopped = (kit: RunningKit) =>
    vi.waitFor(() => expect(kit.exitCode()).toBe(1), { timeout: 15_000, interval: 50 })

  test('with another private key than that of its id, before it has executed anything', async () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    const kit = start({ key: { _id: setup.key._id, privateKey: other.toString() } })
    const run = await startRun({ who: 'Ada' })
    await stopped(kit)
    expect(kit.output()).toContain('The report is refused: 401')
    expect(await readRun(run)).toMatchObject({ status: 'started', state: { who: 'Ada' } })
  })

  test('with a key that was deleted', async () => {
    const url = `/api/workers/${worker._id}/aliases/${setup.alias.name}/jwt/${setup.key._id}`
    expect((await operator.send('DELETE', { url })).status).toBe(204)
    const kit = start()
    await startRun({ who: 'Ada' })
    await stopped(kit)
    expect(kit.output()).toContain('The report is refused: 401')
  })

  test('with another secret than that of its access key: it gets no task', async () => {
    const kit = start({ alias: { ...setup.alias, secretAccessKey: 'wrong' } })
    const run = await startRun({ who: 'Ada' })
    await vi.waitFor(() => expect(kit.output()).toContain('Trying again in 5 s'), { timeout: 15_000 })
    expect(kit.output()).toMatch(/SignatureDoesNotMatch|signature/)
    expect((await readRun(run)).tasks).toMatchObject([{ status: 'queued', attempt: 0 }])
  })
})
