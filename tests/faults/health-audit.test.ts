import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { cookieOf } from '../support/gateway.ts'
import type { Operator } from '../integration/operator.ts'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'

/** Check 66, second half: each privileged action writes one audit row, and no row is ever changed. */

const FROM = '203.0.113.7'
let path: WholePath
let owner: Operator
let guest: Operator
beforeAll(async () => {
  path = await startWholePath({ env: { TRUST_PROXY: 'loopback' } })
  owner = await path.signUp('owner')
  guest = await path.signUp('guest')
}, 120_000)
afterAll(() => path.close())

interface Row {
  id: string
  account_id: string | null
  actor: string
  action: string
  entity: string
  source: string
  result: string
  at: Date
}
const rows = async (): Promise<Row[]> => (await path.pool.query<Row>('select * from audit order by id')).rows

type Method = 'get' | 'post' | 'put' | 'delete'
async function call(method: Method, url: string, body?: object, cookie = owner.cookie) {
  const sent = path.http[method](url).set({ cookie, 'x-csrf': '1', 'x-forwarded-for': FROM })
  return body === undefined ? sent : sent.send(body)
}

interface Act {
  /** The row that it writes: the action and its target. */
  row: string
  /** A second row: the creator becomes the first member. */
  also?: string
  result?: 'refused'
  /** Without an account, because it concerns a user. */
  personal?: true
  run: () => Promise<{ status: number; body: Record<string, unknown> }>
}

/** In order, because each depends on those before it. */
function acts(): Act[] {
  const made: Record<string, string> = {}
  const make = async (name: string, url: string, body?: object) => {
    const answer = await call('post', url, body ?? {})
    made[name] = String((answer.body as { _id?: string })._id)
    return answer
  }
  const { accountId } = owner.member
  const membership = () => `/api/accounts/${accountId}/memberships/${guest.member.userId}`
  const app = () => `/api/apps/${made['app']}`
  const worker = () => `/api/workers/${made['worker']}`
  const signIn = (password: string) => call('post', '/session', { email: owner.member.email, password }, '')
  const passwords = { current: path.password, password: 'another password' }
  return [
    { row: 'login session', personal: true, run: () => signIn(path.password) },
    { row: 'login session', personal: true, result: 'refused', run: () => signIn('wrong') },
    {
      row: 'create app',
      also: 'add collaborator',
      run: () => make('app', '/api/apps', { name: 'A', description: 'd' }),
    },
    { row: 'update app', run: () => call('put', app(), { description: 'e' }) },
    { row: 'add-token app', run: () => make('token', `${app()}/token`) },
    { row: 'remove-token app', run: () => call('delete', `${app()}/token/${made['token']}`) },
    { row: 'add-variable app', run: () => make('variable', `${app()}/variables`, { name: 'V', value: 'x' }) },
    { row: 'reveal app', run: () => call('get', app()) },
    { row: 'remove-variable app', run: () => call('delete', `${app()}/variables/${made['variable']}`) },
    { row: 'create plan', run: () => make('plan', '/api/plans', { name: 'P', tasks: [] }) },
    { row: 'update plan', run: () => call('put', `/api/plans/${made['plan']}`, { name: 'Q' }) },
    { row: 'delete plan', run: () => call('delete', `/api/plans/${made['plan']}`) },
    { row: 'create team', also: 'add member', run: () => make('team', '/api/teams', { name: 'T' }) },
    {
      row: 'create worker',
      run: () => make('worker', '/api/workers', { name: 'W', teamId: made['team'] }),
    },
    { row: 'add-alias worker', run: () => call('post', `${worker()}/aliases`, { aliasName: 'beta' }) },
    { row: 'add-private-key worker', run: () => call('put', `${worker()}/aliases/beta/jwt`, { name: 'K' }) },
    { row: 'remove-alias worker', run: () => call('delete', `${worker()}/aliases/beta`) },
    { row: 'delete worker', run: () => call('delete', worker()) },
    { row: 'create script', run: () => make('script', '/api/scripts', { name: 'S', teamId: made['team'] }) },
    {
      row: 'create cluster',
      run: () => make('cluster', '/api/clusters', { name: 'C', teamId: made['team'] }),
    },
    {
      row: 'start workqueue',
      run: () => make('run', `/api/workqueues?appId=${made['app']}`, { name: 'R', tasks: [] }),
    },
    {
      row: 'invite invitation',
      run: () => call('post', '/api/user/invite', { email: 'new@example.test', accountName: 'owners' }),
    },
    {
      row: 'invite invitation',
      result: 'refused',
      run: () => call('post', '/api/user/invite', { email: owner.member.email, accountName: 'owners' }),
    },
    {
      row: 'update account-settings',
      run: () => call('put', '/api/accountSettings/save', { accountId, theme: 'dark' }),
    },
    { row: 'update membership', run: () => call('put', membership(), { role: 'owner' }) },
    { row: 'delete membership', run: () => call('delete', membership()) },
    { row: 'change-password user', personal: true, run: () => call('post', '/session/password', passwords) },
    { row: 'logout session', personal: true, run: () => call('delete', '/session') },
  ]
}

test('check 66: each privileged action writes one row with user, account, action, origin and result', async () => {
  await path.pool.query("insert into memberships (account_id, user_id, role) values ($1, $2, 'member')", [
    owner.member.accountId,
    guest.member.userId,
  ])
  const todo = acts()
  expect(todo.length).toBeGreaterThanOrEqual(25)
  let known = await rows()
  for (const { row, also, result, personal, run } of todo) {
    const { status, body } = await run()
    expect([row, body['message'], status < 400]).toEqual([
      row,
      result ? expect.any(String) : body['message'],
      !result,
    ])
    const added = async () => (await rows()).filter(({ id }) => !known.some((each) => each.id === id))
    const names = async () => (await added()).map(({ action, entity }) => `${action} ${entity}`)
    const expected = [row, ...(also ? [also] : [])].sort()
    // A refusal is recorded after its answer was sent.
    await expect.poll(async () => (await names()).sort(), { timeout: 15_000 }).toEqual(expected)
    const account_id = personal ? null : owner.member.accountId
    const who = { actor: owner.member.email, source: FROM, result: result ?? 'done', account_id }
    expect(await added()).toMatchObject(expected.map(() => who))
    const now = await rows()
    // The earlier rows are unchanged.
    expect(now.filter(({ id }) => known.some((each) => each.id === id))).toEqual(known)
    known = now
  }

  // No call writes rows, and the database rejects changes.
  const signedIn = await call(
    'post',
    '/session',
    { email: owner.member.email, password: 'another password' },
    '',
  )
  const cookie = cookieOf(signedIn) ?? ''
  for (const method of ['post', 'put', 'delete'] as const)
    expect((await call(method, '/api/audit', {}, cookie)).status).toBe(404)
  await expect(path.pool.query("update audit set actor = 'somebody else'")).rejects.toThrow('never changed')
  evidence({
    check: 66,
    figures: { 'privileged actions': todo.length, 'rows written': todo.length, 'rows changed later': 0 },
    breaks:
      'the address of the browser is not forwarded; a refused invitation writes no row; rows can be updated',
  })
}, 120_000)
