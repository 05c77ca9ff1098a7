import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { environmentWith } from '#server/config.ts'
import { hashPassword } from '#server/platform/people/passwords.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { evidence } from '../support/evidence.ts'
import { createMember, createTestPlatform, type TestPlatform } from '../support/platform-app.ts'
import { realEngine } from '../support/platform-engine.ts'

/**
 * Check 47: the database's files, or a dump of it, reveal none of its secrets. Some fifty secrets of all
 * kinds are created through the API; then the files are searched for each of them as text, in hexadecimal and
 * in base64.
 */

const CONTROL = 'marked-control-7d1f'
let platform: TestPlatform
let engine: Engine
let directory: string
const secrets: string[] = []
/** Records a text that must not be found. */
const addSecret = <Secret extends string>(secret: Secret): Secret => (secrets.push(secret), secret)

beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  directory = await mkdtemp(path.join(tmpdir(), 'console-secrets-'))
  await engine.start()
  await signInPeople()
  await fillApps()
  await fillWorkers()
  await platform.pool.query('checkpoint')
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
  await rm(directory, { recursive: true, force: true })
})

async function call(
  method: 'get' | 'post' | 'put',
  url: string,
  body: object = {},
  headers: object = platform.alice.headers,
) {
  const sent = platform.call[method](`/api/${url}`).set(headers as Record<string, string>)
  const answer = await (method === 'get' ? sent : sent.send(body))
  if (answer.status >= 400) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`)
  return answer.body
}

/** Passwords, bearer tokens and mailed links. */
async function signInPeople(): Promise<void> {
  for (let index = 0; index < 4; index++) {
    const password = addSecret(`marked-password-${index}-käse`)
    const name = `person-${index}`
    const { email } = await createMember(platform.pool, platform.clock, name, await hashPassword(password))
    const token = addSecret((await call('post', 'users/login', { email, password }, {})).token)
    const bearer = { authorization: `Bearer ${token}` }
    addSecret((await call('post', 'users/refreshToken', {}, bearer)).token)
    await call(
      'post',
      'users/password',
      { current: password, password: addSecret(`marked-next-password-${index}`) },
      bearer,
    )
    await call('post', 'users/resetPassword', { email }, {})
    // The mail is sent after the answer.
    const link = await vi.waitFor(
      () => /reset=([\w-]+)/.exec(platform.mails.findLast(({ to }) => to === email)?.text ?? '')![1]!,
    )
    addSecret(link)
  }
}

/** Access tokens, and variables that a run has read. */
async function fillApps(): Promise<void> {
  const app = (await call('post', 'apps', { name: 'a', description: CONTROL }))._id
  for (let index = 0; index < 12; index++) {
    addSecret((await call('post', `apps/${app}/token`)).secret)
    const value = addSecret(`marked-variable-${index}-${'x'.repeat(200 * index)}-ß`)
    await call('post', `apps/${app}/variables`, { name: `V${index}`, value })
  }
  const { tokens } = await call('get', `apps/${app}`)
  for (const { secret } of tokens) if (!secrets.includes(secret)) addSecret(secret)
  const inputs = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`v${index}`, [`$var.V${index}`]]),
  )
  const tasks = [{ name: 'Read', type: 'task.workforce.noop', inputs, outputs: { other: '$state.other' } }]
  const run = (await call('post', `workqueues?appId=${app}`, { name: 'run', tasks }))._id
  await vi.waitFor(async () => expect((await call('get', `workqueues/${run}`)).status).toBe('completed'))
}

/** Credentials and private keys of aliases, and the environment that a worker is deployed with. */
async function fillWorkers(): Promise<void> {
  const teamId = (await call('post', 'teams', { name: 'Ops' }))._id
  const worker = (await call('post', 'workers', { name: 'Render', teamId }))._id
  for (const alias of ['one', 'two', 'three', 'four']) {
    addSecret((await call('post', `workers/${worker}/aliases`, { aliasName: alias })).secretAccessKey)
    const { privateKey } = await call('put', `workers/${worker}/aliases/${alias}/jwt`, { name: 'key' })
    addSecret(privateKey.split('\n')[1])
  }
  const clusterId = (await call('post', 'clusters', { name: 'North', teamId }))._id
  const environment = {
    DATABASE_PASSWORD: addSecret('marked-environment-1'),
    API_KEY: addSecret('marked-environment-2'),
  }
  await call('post', 'deployments', { clusterId, workerId: worker, environment })
}

test('there are as many secrets as the check requires, all different', () => {
  expect(new Set(secrets).size).toBe(secrets.length)
  expect(secrets.length).toBeGreaterThanOrEqual(50)
  for (const secret of secrets) expect(secret).toMatch(/^.{15,}$/)
})

const formsOf = (secret: string) => {
  const bytes = Buffer.from(secret)
  // The last group of base64 depends on the bytes after the secret.
  return [secret, bytes.toString('hex'), bytes.toString('base64').slice(0, -4)]
}

/** The texts that the files below a directory contain, found as by `grep`. */
async function found(texts: string[], below: string): Promise<string[]> {
  const patterns = path.join(directory, 'patterns')
  await writeFile(patterns, texts.join('\n'))
  const options = { env: environmentWith({ LC_ALL: 'C' }), maxBuffer: 1 << 26 }
  const args = [
    '--recursive',
    '--text',
    '--only-matching',
    '--no-filename',
    '--fixed-strings',
    '--file',
    patterns,
    below,
  ]
  return new Promise((resolve, reject) => {
    execFile('grep', args, options, (error, stdout) => {
      // 1: nothing found. 2: files that were removed during the search, as on a live server.
      if (error && error.code !== 1 && error.code !== 2) reject(error)
      else resolve([...new Set(stdout.split('\n').filter(Boolean))])
    })
  })
}

/** Every row of every table as text, byte strings in hexadecimal. */
async function dump(): Promise<void> {
  const { rows: tables } = await platform.pool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
  )
  expect(tables.length).toBeGreaterThan(20)
  const texts = await Promise.all(
    tables.map(async ({ name }) => (await platform.pool.query(`select t::text as row from ${name} t`)).rows),
  )
  const lines = texts.flat().map(({ row }: { row: string }) => row)
  await writeFile(path.join(directory, 'dump.sql'), lines.join('\n'))
}

describe('are in none of', () => {
  test("the database's files, including its write-ahead log", async () => {
    const { rows } = await platform.pool.query<{ data_directory: string }>('show data_directory')
    const data = rows[0]?.data_directory ?? ''
    expect(await found([CONTROL, ...secrets.flatMap(formsOf)], data)).toEqual([CONTROL])
  })

  test('the rows of a dump', async () => {
    await dump()
    const inDump = await found([CONTROL, ...secrets.flatMap(formsOf)], path.join(directory, 'dump.sql'))
    expect(inDump).toEqual([CONTROL])
  })

  test('and a secret stored unsealed would be found in both', async () => {
    const secret = secrets.find((text) => text.startsWith('marked-variable')) ?? ''
    await platform.pool.query("update app_variables set value = convert_to($1, 'UTF8') where name = 'V0'", [
      secret,
    ])
    await platform.pool.query('checkpoint')
    const { rows } = await platform.pool.query<{ data_directory: string }>('show data_directory')
    expect(await found(formsOf(secret), rows[0]?.data_directory ?? '')).toEqual([secret])
    await dump()
    const [, hex] = formsOf(secret)
    expect(await found(formsOf(secret), path.join(directory, 'dump.sql'))).toEqual([hex])
    evidence({
      check: 47,
      figures: {
        secrets: secrets.length,
        'forms of each': 3,
        'found in files or dump': 0,
        'found when one is stored unsealed': 1,
      },
      breaks: 'a variable is stored unsealed, as the test itself does at its end',
    })
  })
})
