import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matrix, type Call } from '../support/account-matrix.ts'
import { evidence } from '../support/evidence.ts'
import { foundIn, markedAccount, type MarkedAccount } from '../integration/marked-account.ts'
import { foreignCalls } from '../integration/operation-matrix.ts'
import type { Answer, Operator } from '../integration/operator.ts'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'

/**
 * Check 76: of all calls of the reference and all operations of the console, with secrets in every field that holds
 * one, only a look that leaves an audit entry contains a secret in clear. The tables of calls and operations are
 * complete: other tests compare them with the routes and the schema, so a new call is walked here too.
 */

const log: string[] = []
let path: WholePath
let owner: Operator
let account: MarkedAccount
beforeAll(async () => {
  path = await startWholePath({ env: { LOG_LEVEL: 'trace' }, onLog: (line) => log.push(line) })
  owner = await path.signUp('owner')
  account = await markedAccount(owner)
}, 120_000)
afterAll(() => path.close())

const figures = { calls: 0, 'of them successful': 0, operations: 0, 'audited looks': 0 }
const marked = () => {
  const value = `marked-new-${randomUUID()}`
  account.secrets.push(value)
  return value
}
const looks = async () => (await path.pool.query("select 1 from audit where action = 'reveal'")).rowCount ?? 0

/** Checks one answer; a look must be audited. */
async function checked(name: string, mayShow: boolean, answer: () => Promise<Answer>): Promise<Answer> {
  const before = await looks()
  const { status, body, text } = await answer()
  const shown = foundIn(text, account.secrets)
  if (!mayShow) expect([name, shown]).toEqual([name, []])
  else if (shown.length > 0) {
    expect([name, (await looks()) - before]).toEqual([name, 1])
    figures['audited looks'] += 1
  }
  return { status, body, text }
}

const showing = ['GET /api/apps/:id', 'GET /api/workers/:id', 'GET /api/deployments/:id']

async function call(route: string, made: Call): Promise<Answer> {
  const answer = await checked(`${route} ${made.url}`, showing.includes(route), () => owner.send(route, made))
  figures.calls += 1
  if (answer.status < 300) figures['of them successful'] += 1
  return answer
}

async function walk(method: string): Promise<void> {
  for (const [route, { own, foreign }] of Object.entries(matrix)) {
    if (!route.startsWith(`${method} `)) continue
    if (own !== undefined) await call(route, { url: own })
    for (const make of foreign) await call(route, make(account.ids, account.ids))
  }
}

/** Changes with secrets in all their fields, accepted and refused ones. */
async function changeDeployments(): Promise<void> {
  const { cluster: clusterId, worker: workerId, deployment } = account.ids
  const url = `/api/deployments/${deployment}`
  const put = (body: object) => call('PUT /api/deployments/:id', { url, body })
  const environment = { A: marked(), B: marked(), SHORT: marked().slice(0, 14) }
  const create = { url: '/api/deployments', body: { clusterId, workerId, alias: 'second', environment } }
  expect((await call('POST /api/deployments', create)).status).toBe(201)
  expect((await put({ environment })).status).toBe(200)
  const answered = (await put({ environment: { ...environment, C: marked() }, replicaCount: 3 })).body
  // What was answered with masks is sent back: nothing changes.
  expect((await put({ environment: answered['environment'] as object })).status).toBe(200)
  const read = await call('GET /api/deployments/:id', { url: `${url}?withConfig=true` })
  expect(read.body['environment']).toMatchObject(environment)
  const config = String(read.body['fluxConfig'])
  const flux = (fluxConfig: string) =>
    call('PUT /api/deployments/:id/flux', { url: `${url}/flux`, body: { fluxConfig } })
  expect((await flux(config.replace('interval: 5m', 'interval: 6m'))).status).toBe(200)
  // Refusals name the place and not the value.
  expect((await flux(`${config}\n  ${marked()}: [`)).status).toBe(422)
  expect((await put({ environment: { '1': marked(), OK: `\u0001${marked()}` } })).status).toBe(400)
  const variables = `/api/apps/${account.ids.app}/variables`
  const refused = { name: 'a b', value: marked() }
  expect((await call('POST /api/apps/:id/variables', { url: variables, body: refused })).status).toBe(400)
}

/** Operations in the order of their names' verbs: what removes something comes last. */
async function walkOperations(isLast: boolean): Promise<void> {
  for (const [name, makes] of Object.entries(foreignCalls)) {
    if (/^(Remove|Delete)/.test(name) !== isLast) continue
    const variables = makes.length > 0 ? makes.map((make) => make(account.ids, account.ids)) : [{}]
    for (const given of variables) {
      const asked = name === 'RevealEnvironmentValue' ? { ...given, name: 'A' } : given
      await checked(name, name.startsWith('Reveal'), () => owner.graphql(name, asked))
      figures.operations += 1
    }
  }
}

async function changeByOperations(): Promise<void> {
  const { cluster: clusterId, worker: workerId, deployment: id, app: appId } = account.ids
  const amounts = { cpu: '10m', memory: '64Mi' }
  const form = {
    clusterId,
    workerId,
    dockerTag: 'v2',
    replicaCount: 1,
    resources: { limits: amounts, requests: amounts },
  }
  const environment = [{ name: 'A' }, { name: 'B', value: marked() }]
  const deployment = { ...form, environment }
  const update = await checked('UpdateDeployment', false, () =>
    owner.graphql('UpdateDeployment', { id, deployment }),
  )
  expect(update.body['errors']).toBeUndefined()
  const other = { ...form, alias: 'third', environment: [{ name: 'X', value: marked() }] }
  const made = await checked('CreateDeployment', false, () =>
    owner.graphql('CreateDeployment', { deployment: other }),
  )
  expect(made.body['errors']).toBeUndefined()
  const variable = { appId, name: 'BY_OPERATION', value: marked() }
  const added = await checked('AddVariable', false, () => owner.graphql('AddVariable', variable))
  expect(added.body['errors']).toBeUndefined()
  // A value that the form did not send is the stored one, not its mask.
  const { text } = await checked('RevealEnvironmentValue', true, () =>
    owner.graphql('RevealEnvironmentValue', { deploymentId: id, name: 'A' }),
  )
  expect(text).toContain('marked-new-')
}

test('check 76: only an audited look contains a secret in clear', async () => {
  await walk('GET')
  await changeDeployments()
  await changeByOperations()
  await walkOperations(false)
  await walk('PUT')
  await walk('POST')
  await walk('GET')
  await walkOperations(true)
  await walk('DELETE')
  for (const url of ['/api/audit?pagesize=9999', '/api/receipts?pagesize=9999', '/api/vars', '/session'])
    await call('GET', { url })
  expect(foundIn(log.join(''), account.secrets)).toEqual([])
  expect(figures['of them successful']).toBeGreaterThan(80)
  expect(figures['audited looks']).toBeGreaterThan(8)
  evidence({
    check: 76,
    figures: { ...figures, secrets: account.secrets.length, 'in clear without an audit entry': 0 },
    breaks: 'the answer of PUT deployments has no masks; a look leaves no audit entry',
  })
}, 120_000)
