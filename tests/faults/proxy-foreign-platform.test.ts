import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'
import { startFakePlatform, type FakePlatform } from '../support/fake-platform.ts'
import { withUnknownFields, withUnknownStatus, withoutFields } from '../support/fault-switch.ts'
import { foreignForm } from '../support/foreign-platform.ts'
import { cookieOf, startTestGateway, type TestGateway } from '../support/gateway.ts'

/** The same platform twice: as it is, and in the form of a foreign one. The console must treat both alike. */

let path: WholePath
let foreign: FakePlatform
let gateway: TestGateway
let dressed: Caller
let bare: Caller

type Caller = (query: string, variables?: object) => Promise<{ data: never; errors?: { message: string }[] }>

beforeAll(async () => {
  path = await startWholePath()
  const { member } = await path.signUp('alice')
  foreign = await startFakePlatform({ behind: path.platformUrl, convert: foreignForm })
  const env = { GRAPHQL_OPERATIONS: 'any', DEPLOYABLE_WORKERS: '*' }
  gateway = await startTestGateway({ platform: foreign, env })
  const direct = await startTestGateway({ platform: { ...foreign, url: path.platformUrl }, env })
  const callerAt = async ({ http }: TestGateway): Promise<Caller> => {
    const pair = { email: member.email, password: path.password }
    const headers = { 'x-csrf': '1', cookie: '' }
    headers.cookie = cookieOf(await http.post('/session').set('x-csrf', '1').send(pair).expect(200)) ?? ''
    return async (query, variables) =>
      (await http.post('/graphql').set(headers).send({ query, variables })).body as Awaited<
        ReturnType<Caller>
      >
  }
  dressed = await callerAt(gateway)
  bare = await callerAt(direct)
  const { close } = gateway
  gateway.close = async () => {
    await direct.app.close()
    await close()
  }
})
afterAll(async () => {
  await gateway.close()
  await path.close()
})

/** What a mutation answers, named `it`. */
async function change<Answer>(mutation: string, variables: object = {}): Promise<Answer> {
  const { data, errors } = await dressed(`mutation { it: ${mutation} }`, variables)
  expect(errors).toBeUndefined()
  return (data as { it: Answer }).it
}

const page = 'total rows'
function reads(id: Record<string, string>): string[] {
  return [
    `account { id name } accountSettings`,
    `apps { id name description }`,
    `app(id: "${id['app']}") { id name description }`,
    `collaborators(appId: "${id['app']}") { id email }`,
    `teams { total rows { id name } }`,
    `team(id: "${id['team']}") { id name }`,
    `teamMembers(teamId: "${id['team']}") { id email }`,
    `workers { total rows { id name teamId teamName aliases { id name privateKeys { id name } } } }`,
    `worker(id: "${id['worker']}") { id name aliases { name accessKeyId secretAccessKey privateKeys { id name } } }`,
    `taskAliases(type: "${id['type']}") taskTypes`,
    `plans { ${page} { id name } }`,
    `plan(id: "${id['plan']}") { id name }`,
    `scripts { ${page} { id name } }`,
    `clusters { ${page} { id name } }`,
    `workqueues(appId: "${id['app']}") { ${page} { id name status } }`,
    `workqueue(id: "${id['workqueue']}") { id name status }`,
    `tasks(appId: "${id['app']}") { ${page} { id name status type } }`,
    `workqueueLogs(workqueueId: "${id['workqueue']}") { id }`,
    `backlog { type alias queued started }`,
    `memberships { ${page} { email role } }`,
  ]
}

test('every kind of answer reads alike in either form, and with missing or unknown fields', async () => {
  const { id: team } = await change<{ id: string }>('createTeam(name: "Post") { id }')
  const { id: app } = await change<{ id: string }>('createApp(name: "Depot", description: "d") { id }')
  const { id: worker, type } = await change<{ id: string; type: string }>(
    `createWorker(name: "mail", teamId: "${team}") { id type }`,
  )
  await change(`createScript(name: "s", teamId: "${team}") { id }`)
  await change(`createCluster(name: "c", teamId: "${team}") { id }`)
  await change(`addAlias(workerId: "${worker}", name: "blue") { id name }`)
  const key = await change<{ privateKey: string }>(
    `addPrivateKey(workerId: "${worker}", alias: "blue", name: "k") { privateKey key { id name } }`,
  )
  expect(key.privateKey).toContain('PRIVATE KEY')
  const definition = { name: 'Run', tasks: [{ name: 'one', type: 'task.workforce.noop' }] }
  const { data: made } = await dressed('mutation ($plan: JSON!) { it: createPlan(plan: $plan) { id } }', {
    plan: definition,
  })
  const { data: started, errors } = await dressed(
    `mutation ($definition: JSON!) { it: startWorkqueue(appId: "${app}", definition: $definition) { id } }`,
    { definition },
  )
  expect(errors).toBeUndefined()
  const idOf = (data: never) => (data as { it: { id: string } }).it.id
  const ids = { app, team, worker, type, plan: idOf(made), workqueue: idOf(started) }
  await expect
    .poll(async () => JSON.stringify(await bare(`{ workqueue(id: "${ids.workqueue}") { status } }`)))
    .toContain('completed')

  for (const read of reads(ids)) {
    const expected = await bare(`{ ${read} }`)
    expect([read, expected.errors]).toEqual([read, undefined])
    expect(await dressed(`{ ${read} }`)).toEqual(expected)
    foreign.mode(withUnknownFields(), '/api/')
    expect(await dressed(`{ ${read} }`)).toEqual(expected)
    for (const fault of [
      withUnknownStatus(),
      withoutFields('created', 'updated', 'teamId', 'aliases', 'tags'),
    ]) {
      foreign.mode(fault, '/api/')
      const odd = await dressed(`{ ${read} }`)
      expect([read, odd.errors]).toEqual([read, undefined])
    }
    foreign.mode('ok', '/api/')
  }
  // Those calls used the foreign form.
  expect(foreign.seen.length).toBeGreaterThan(reads(ids).length * 4)
})
