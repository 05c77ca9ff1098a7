import { afterAll, beforeAll, expect, test } from 'vitest'
import { switched, type Operator } from './operator.ts'
import { startWholePath, type WholePath } from './whole-path.ts'

const value = 'open sesame, 4711'

let path: WholePath
let alice: Operator
let ben: Operator
let app: string
beforeAll(async () => {
  path = await startWholePath()
  alice = await path.signUp('alice')
  const own = await path.signUp('ben')
  app = (await alice.send('POST', { url: '/api/apps', body: { name: 'Orders', description: 'd' } })).body[
    '_id'
  ] as string
  const collaborators = `/api/apps/${app}/collaborators`
  await alice.send('POST', { url: collaborators, body: { email: own.member.email } })
  ben = await switched({ ...path, member: own.member, cookie: own.cookie }, alice.member.accountId)
})
afterAll(() => path.close())

test('a removed collaborator reads no secret of the app any more: by REST, GraphQL or live', async () => {
  const body = { name: 'PASSWORD', value }
  const { body: variable } = await alice.send('POST', { url: `/api/apps/${app}/variables`, body })
  const variables = { appId: app, variableId: variable['_id'] }
  const rest = () => ben.send('GET', { url: `/api/apps/${app}` })
  const access = () => ben.graphql('AppAccess', { appId: app })
  const reveal = () => ben.graphql('RevealVariable', variables)
  const live = ben.live()
  const watched = live.watch('WorkqueueListLive', { appId: app, perPage: 10 })
  await watched.joined

  expect((await rest()).body['variables']).toMatchObject([{ value }])
  expect((await access()).body['data']).toMatchObject({ app: { secretsVisible: true } })
  expect((await reveal()).body).toEqual({ data: { revealVariable: value } })

  const { body: listed } = await alice.send('GET', { url: `/api/apps/${app}/collaborators` })
  const rows = listed['collaborators'] as { _id: string; userId: { email: string } }[]
  const row = rows.find(({ userId }) => userId.email === ben.member.email)
  await alice.send('DELETE', { url: `/api/apps/${app}/collaborators/${row?._id}` })

  const after = await rest()
  expect(after.status).toBe(200)
  expect(Object.keys(after.body)).not.toContain('variables')
  expect(Object.keys(after.body)).not.toContain('tokens')
  expect((await access()).body['data']).toMatchObject({
    app: { secretsVisible: false, tokens: [], variables: [] },
  })
  expect((await reveal()).body['data']).toBeNull()
  const add = await ben.send('POST', { url: `/api/apps/${app}/token`, body: {} })
  expect([add.status, add.body['code']]).toEqual([403, 'NOT_ALLOWED'])
  const unknown = await ben.graphql('AddCollaborator', { appId: app, email: 'new@example.test' })
  expect(unknown.body['errors']).toMatchObject([
    { message: 'Only an owner can invite people into the account', extensions: { code: 'NOT_ALLOWED' } },
  ])
  // Ben is still signed in and in the account, and hears of its runs; what he hears has no secret in it.
  const tasks = [{ name: 'One', type: 'task.workforce.noop', inputs: { key: '$var.PASSWORD' } }]
  await alice.send('POST', { url: `/api/workqueues?appId=${app}`, body: { name: 'Secretive', tasks } })
  await watched.until((data) => JSON.stringify(data).includes('Secretive'))
  expect(live.frames.join()).not.toContain(value)
  await live.client.dispose()
})
