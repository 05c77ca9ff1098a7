import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '#server/gateway/schema.ts'
import { withoutIds, matrix } from '../support/account-matrix.ts'
import { evidence } from '../support/evidence.ts'
import { everyQuery, everySubscription } from '../support/every-query.ts'
import { foundIn, markedAccount, type MarkedAccount } from '../integration/marked-account.ts'
import { openLive, switched, type Operator } from '../integration/operator.ts'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'

/**
 * Check 45: no screen shows a secret to a viewer. A secret is shown when it is created or on request, and the
 * request is audited.
 */

const log: string[] = []
let path: WholePath
let owner: Operator
let viewer: Operator
let account: MarkedAccount
beforeAll(async () => {
  path = await startWholePath({
    env: { GRAPHQL_OPERATIONS: 'any', LOG_LEVEL: 'trace' },
    platformEnv: { FLUX_GIT_URL: 'file:///nowhere/fleet.git' },
    onLog: (line) => log.push(line),
  })
  owner = await path.signUp('owner')
  const stranger = await path.signUp('viewer')
  account = await markedAccount(owner)
  await path.pool.query(`insert into memberships (account_id, user_id, role) values ($1, $2, 'member')`, [
    owner.member.accountId,
    stranger.member.userId,
  ])
  // Collaborators of an app may ask for its secrets; members of the account may ask for those of workers and clusters.
  await path.pool.query(
    'insert into collaborators (id, account_id, app_id, user_id) values ($1, $2, $3, $4)',
    ['viewer', owner.member.accountId, account.ids.app, stranger.member.userId],
  )
  viewer = await switched({ ...path, ...stranger }, owner.member.accountId)
}, 120_000)
afterAll(() => path.close())

const reveals = async () =>
  (await path.pool.query("select actor, entity, detail from audit where action = 'reveal' order by at")).rows

test('check 45: no answer to a viewer contains a secret, and each secret that is shown is audited', async () => {
  const { ids, secrets } = account
  const texts: string[] = []
  const frames = openLive(path.url, { cookie: viewer.cookie, origin: path.url })
  const watched = everySubscription(schema, ids).map(({ query }) => frames.watchText(query))
  await Promise.all(watched.map(({ joined, refused }) => Promise.race([joined, refused])))

  const queries = everyQuery(schema, ids)
  for (const { name, query } of queries) {
    const answer = await viewer.send('POST', { url: '/graphql', body: { query } })
    expect([name, answer.body['errors']]).toEqual([name, undefined])
    texts.push(answer.text)
  }
  const lists = Object.values(matrix).flatMap(({ own }) => own ?? [])
  for (const url of [...lists, '/session', '/api/vars']) texts.push((await viewer.send('GET', { url })).text)
  // A run that reads a variable, from its start to its end, so that the sockets get events.
  const tasks = [{ name: 'Read', type: 'task.workforce.noop', inputs: { secret: ['$var.V1'] } }]
  const body = { name: 'Live', tasks }
  const run = await owner.send('POST', { url: `/api/workqueues?appId=${ids.app}`, body })
  await expect
    .poll(
      async () => (await viewer.send('GET', { url: `/api/workqueues/${run.body['_id']}` })).body['status'],
    )
    .toBe('completed')
  texts.push((await viewer.send('GET', { url: `/api/workqueues/${run.body['_id']}` })).text)
  texts.push((await viewer.send('GET', { url: `/api/workqueues/${run.body['_id']}/logs?athena=true` })).text)
  expect(frames.frames.join('')).toContain(String(run.body['_id']))

  expect(secrets.length).toBeGreaterThan(80)
  expect(foundIn(texts.join('\n'), secrets)).toEqual([])
  expect(foundIn(frames.frames.join('\n'), secrets)).toEqual([])

  const before = (await reveals()).length
  const shown = await revealAll()
  const after = (await reveals()).slice(before)
  expect(after).toHaveLength(shown)
  expect(after.every(({ actor }) => actor === viewer.member.email)).toBe(true)
  expect(foundIn(log.join(''), secrets)).toEqual([])
  await frames.client.dispose()
  evidence({
    check: 45,
    figures: {
      secrets: secrets.length,
      'queries and lists read': queries.length + lists.length,
      subscriptions: watched.length,
      'secrets in answers, events and logs': 0,
      'reveals of secrets, each audited': shown,
    },
    breaks:
      'a resolver returns the value of a variable unmasked; /api does not report a reveal to the platform',
  })
}, 120_000)

/** Every way to reveal a secret. Returns the number of reveals. */
async function revealAll(): Promise<number> {
  const { ids, secrets } = account
  const mutations = [
    `mutation { revealVariable(appId: "${ids.app}", variableId: "${ids.variable}") }`,
    `mutation { revealTokenSecret(appId: "${ids.app}", tokenId: "${ids.token}") }`,
    `mutation { revealAliasSecret(workerId: "${ids.worker}", alias: "alias-0") }`,
    `mutation { revealEnvironmentValue(deploymentId: "${ids.deployment}", name: "E0") }`,
    `mutation { revealDeploymentConfig(id: "${ids.deployment}") { __typename } }`,
  ]
  for (const query of mutations) {
    const { body } = await viewer.send('POST', { url: '/graphql', body: { query } })
    expect([query, body['errors']]).toEqual([query, undefined])
  }
  const entities = [`apps/${ids.app}`, `workers/${ids.worker}`, `deployments/${ids.deployment}`]
  for (const entity of entities) {
    const { text } = await viewer.send('GET', { url: `/api/${entity}` })
    expect([entity, foundIn(text, secrets).length > 0]).toEqual([entity, true])
  }
  return mutations.length + entities.length
}

test('no other call of one entity shows a secret to a viewer', async () => {
  const own = Object.entries(matrix).filter(([route]) => /^GET .*\/:/.test(route))
  const showing = ['GET /api/apps/:id', 'GET /api/workers/:id', 'GET /api/deployments/:id']
  expect(withoutIds.length).toBeGreaterThan(0)
  for (const [route, { foreign }] of own) {
    const call = foreign[0]?.(account.ids, account.ids)
    if (!call || showing.includes(route)) continue
    const { text } = await viewer.send('GET', call)
    expect([route, foundIn(text, account.secrets)]).toEqual([route, []])
  }
})
