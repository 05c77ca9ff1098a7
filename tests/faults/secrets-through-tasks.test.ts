import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { evidence } from '../support/evidence.ts'
import { createTestPlatform, type TestPlatform } from '../support/platform-app.ts'
import { realEngine } from '../support/platform-engine.ts'
import {
  createWorkerAlias,
  receive,
  sendReport,
  sqsClient,
  type TaskMessage,
  type WorkerAlias,
} from '../support/worker.ts'

/**
 * Check 71: the value of a variable reaches the worker whose task names it and goes nowhere else, by whatever way a task
 * returns it: neither into the database nor into answers or live events.
 */

const KEY = 'Marked/Secret+31337=&é'
const PIN = '4711081512342'
/** Looks like a secret and is none, so that a search that finds nothing is noticed. */
const CONTROL = 'Marked/Control+4711=&é'

let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  appId = (await post('apps', { name: 'Orders', description: 'd' }))._id
  for (const [name, value] of Object.entries({ KEY, PIN }))
    await post(`apps/${appId}/variables`, { name, value })
  worker = await createWorkerAlias(platform, platform.alice.accountId, 'task.test.leak')
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const post = async (path: string, body: object) => (await platform.send('post', path, body)).body
const start = async (definition: object): Promise<string> =>
  (await post(`workqueues?appId=${appId}`, { name: 'Run', ...definition }))._id
const ended = (id: string): Promise<Workqueue> =>
  vi.waitFor(
    async () => {
      const { body } = await platform.send('get', `workqueues/${id}`)
      expect(body.ended).not.toBeNull()
      return body as Workqueue
    },
    { timeout: 10_000 },
  )

const base64 = (text: string) => Buffer.from(text).toString('base64')
const outputs = (value: unknown) => ({ status: 'ended', outputs: { out: value } })
const says = (message: string) => ({ status: 'ended', logs: [{ message }] })

/** The ways of a worker: its report. */
const reports: [string, Record<string, unknown>][] = [
  ['an output', outputs(KEY)],
  ['an output inside longer text', outputs(`Authorization: ${KEY};`)],
  ['a deep output', outputs([{ a: [{ b: KEY }] }])],
  ['the key of an output', outputs({ [KEY]: true })],
  ['a number', outputs(Number(PIN))],
  ['digits in a number', outputs(Number(`1${PIN}7`))],
  ['JSON in an output', outputs(JSON.stringify({ key: KEY }))],
  ['JSON of ASCII', outputs(KEY.replace('é', '\\u00e9'))],
  ['base64', outputs(base64(KEY))],
  ['base64 after one byte', outputs(base64(`a${KEY}`))],
  ['base64 after two bytes', outputs(base64(`ab${KEY}cd`))],
  ['base64 in lines', outputs(base64(`${'x'.repeat(50)}${KEY}`).replace(/.{76}/g, '$&\n'))],
  ['base64url', outputs(Buffer.from(`u:${KEY}`).toString('base64url'))],
  ['an address', outputs(`https://example.test/?q=${encodeURIComponent(KEY)}`)],
  ['a form', outputs(new URLSearchParams({ q: KEY }).toString())],
  ['hexadecimal', outputs(Buffer.from(KEY).toString('hex'))],
  ['hexadecimal capitals', outputs(Buffer.from(KEY).toString('hex').toUpperCase())],
  ['a reason', { status: 'failed', reason: `401 for ${KEY}` }],
  ['the reason of a retry', { status: 'retry', reason: `busy with ${KEY}` }],
  ['a log', says(`using ${KEY}`)],
  ['a log in base64', says(`Basic ${base64(`user:${KEY}`)}`)],
  ['a stack trace', { status: 'failed', logs: [{ message: 'x', stacktrace: `at call(${KEY})` }] }],
  ['a log before the end', { status: 'started', logs: [{ message: KEY }] }],
  ['progress', { status: 'started', progress: Number(`0.${PIN}`) }],
  ['a version', { status: 'started', version: KEY }],
  ['a host name', { status: 'started', hostName: `${KEY}.example.test` }],
]

const reading: Partial<TaskDefinition> = {
  type: 'task.test.leak',
  inputs: { key: '$var.KEY', list: ['$var.PIN'] },
  outputs: { out: '$state.out' },
}

/** The ways of built-in tasks: the definition of a run. */
const runs = (plan: string): [string, object][] => [
  ['outputs of a noop', { tasks: [noop({ out: '$var.KEY' })] }],
  ['the reason of a noop', { tasks: [noop({ fail: '$var.KEY' })] }],
  ['the reason of a noop, as JSON', { tasks: [noop({ fail: { a: '$var.KEY' } })] }],
  ['outputs of a delay', { tasks: [{ ...noop({ ms: 0, out: '$var.KEY' }), type: 'task.workforce.delay' }] }],
  ['the initial state of a child', { tasks: [task('plan', { plan, initialState: { given: '$var.KEY' } })] }],
  ['items of a map', { tasks: [task('map', { plan, items: ['$var.KEY', ['$var.PIN']], as: 'given' })] }],
  ['the name of an item', { tasks: [task('map', { plan, items: [1], as: '$var.KEY' })] }],
  ['the id of a plan', { tasks: [task('plan', { plan: '$var.KEY' })] }],
  [
    'a condition over the state',
    {
      initialState: { guess: KEY.slice(0, 4) },
      tasks: [
        noop({ out: '$var.KEY' }),
        {
          ...noop({ held: true }),
          name: 'Guess',
          depends: ['A'],
          condition: { in: [{ var: 'guess' }, { var: 'out' }] },
          outputs: { held: '$state.held' },
        },
      ],
    },
  ],
]

const noop = (inputs: object) => ({
  name: 'A',
  type: 'task.workforce.noop',
  inputs,
  outputs: { out: '$state.out' },
})
const task = (type: string, inputs: object) => ({
  name: 'A',
  type: `task.workforce.${type}`,
  inputs,
  outputs: { results: '$state.out', out: '$state.out' },
})

async function leased(count: number): Promise<TaskMessage[]> {
  const client = sqsClient(platform, worker)
  const messages: TaskMessage[] = []
  while (messages.length < count)
    messages.push(...(await receive(client, worker, { MaxNumberOfMessages: 10 })))
  client.destroy()
  return messages
}

/** All rows of all tables as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await platform.pool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => (await platform.pool.query(`select t::text as row from ${name} t`)).rows),
  )
  return rows
    .flat()
    .map(({ row }: { row: string }) => row)
    .join('\n')
}

/** Forms of a text that a reader could turn back into it. */
const traces = (text: string) => [
  text,
  encodeURIComponent(text),
  text.replace('é', '\\\\u00e9'),
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('hex').toUpperCase(),
  ...['', 'a', 'ab'].map((before) => base64(before + text).slice(4, -4)),
  ...['', 'a', 'ab'].map((before) =>
    Buffer.from(before + text)
      .toString('base64url')
      .slice(4, -4),
  ),
]
const found = (text: string, secret: string) => traces(secret).filter((trace) => text.includes(trace))

test('check 71: no way out of a task takes the value of a variable with it', async () => {
  const answers: string[] = []
  const ids = await Promise.all(reports.map(([name]) => start({ name, tasks: [{ name: 'A', ...reading }] })))
  const messages = await leased(reports.length)
  for (const message of messages) {
    expect(message.inputs).toEqual({ key: KEY, list: [PIN] })
    const [, body] = reports[ids.indexOf(message.workQueueId)] ?? []
    const { status, text } = await sendReport(platform, worker, message, body ?? {})
    expect(status).toBe(200)
    answers.push(text)
  }

  // A variable that is removed while the task is under way is still the one that it has received.
  const removed = (await post(`apps/${appId}/variables`, { name: 'GONE', value: KEY }))._id
  ids.push(await start({ tasks: [{ name: 'A', ...reading, inputs: { key: '$var.GONE' } }] }))
  const [late] = await leased(1)
  expect((await platform.send('delete', `apps/${appId}/variables/${removed}`)).status).toBe(204)
  await sendReport(platform, worker, late!, outputs(KEY))

  // A worker in a child run, whose result goes to the parent's state.
  const child = { name: 'Child', tasks: [{ name: 'A', ...reading }], outputsDef: { out: '$state.out' } }
  const plan = (await post('plans', child))._id
  ids.push(await start({ tasks: [task('plan', { plan, initialState: {} })] }))
  const [inChild] = await leased(1)
  await sendReport(platform, worker, inChild!, outputs(KEY))

  const copying = (await post('plans', { name: 'Copying', tasks: [noop({ out: '$state.given' })] }))._id
  const built = runs(copying)
  const states = new Map<string, Workqueue>()
  for (const [name, definition] of built) {
    const id = await start({ name, ...definition })
    states.set(name, await ended(id))
    ids.push(id)
  }
  await ended(await start({ name: 'control', tasks: [noop({ out: CONTROL })] }))

  for (const id of ids) {
    const run = await platform.send('get', `workqueues/${id}`)
    answers.push(run.text, (await platform.send('get', `workqueues/${id}/logs?athena=true`)).text)
    for (const { _id } of (run.body as Workqueue).tasks)
      answers.push((await platform.send('get', `tasks/${_id}`)).text)
  }
  for (const list of ['workqueues', 'tasks', 'receipts', 'audit', 'plans'])
    answers.push((await platform.send('get', `${list}?pagesize=999`)).text)
  const stored = await dump()
  for (const secret of [KEY, PIN]) {
    expect(found(stored, secret)).toEqual([])
    expect(found(answers.join('\n'), secret)).toEqual([])
  }
  // The search finds what is there: outputs in rows and in the live events of the outbox.
  expect(found(stored, CONTROL)).toContain(CONTROL)
  expect(stored).toMatch(/\$var\.KEY/)

  expect(states.get('outputs of a noop')?.state).toEqual({ out: '$var.KEY' })
  expect(states.get('the reason of a noop')?.tasks[0]?.reason).toBe('$var.KEY')
  expect(states.get('a condition over the state')?.state).not.toHaveProperty('held')
  await expectNamed(
    ids[0]!,
    { out: '$var.KEY' },
    'The worker reported values of variables; they were replaced by $var.KEY',
  )
  await expectNamed(ids[3]!, { out: { '$var.KEY': true } })
  await expectNamed(ids[4]!, { out: '$var.PIN' })
  evidence({
    check: 71,
    figures: { 'ways out': reports.length + built.length + 2, 'values in rows, answers and events': 0 },
    breaks:
      'reports are stored as sent; a built-in task receives the values; base64 is searched at one place only',
  })
})

async function expectNamed(id: string, state: object, entry?: string): Promise<void> {
  const run = (await platform.send('get', `workqueues/${id}`)).body as Workqueue
  expect(run.state).toEqual(state)
  const logs = Object.values((await platform.send('get', `workqueues/${id}/logs?athena=true`)).body).flat()
  const warnings = logs.filter((entry) => (entry as { level: string }).level === 'warn')
  expect(warnings).toHaveLength(1)
  if (entry !== undefined) expect(warnings).toMatchObject([{ message: entry }])
}
