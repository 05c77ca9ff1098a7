import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Team } from '#shared/domains/teams/contract.ts'
import { newId } from '#server/lib/ids.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const create = async (name: string, who = platform.alice) => (await call('post', 'teams', { name }, who)).body

test('a team is created, read, renamed and deleted; its namespace stays', async () => {
  const created = await call('post', 'teams', { name: '  Data Platform ' })
  expect(created.status).toBe(201)
  const team = created.body
  expect(team).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: 'Data Platform',
    namespace: 'dataplatform',
    members: [
      {
        _id: expect.any(String),
        role: 'owner',
        userId: { _id: platform.alice.userId, email: platform.alice.email },
        created: '2026-03-01T12:00:00.000Z',
      },
    ],
    version: 1,
    created: '2026-03-01T12:00:00.000Z',
    createdBy: platform.alice.email,
    updated: '2026-03-01T12:00:00.000Z',
    updatedBy: platform.alice.email,
  })
  expect((await call('get', `teams/${team._id}`)).body).toEqual(team)
  expect((await call('get', `teams/${team._id}/members`)).body).toEqual({ data: team.members, total: 1 })
  const renamed = await call('put', `teams/${team._id}`, { name: 'Data' })
  expect(renamed.body).toMatchObject({ name: 'Data', namespace: 'dataplatform', version: 2 })
  const late = await call('put', `teams/${team._id}`, { name: 'Mine', version: 1 })
  expect([late.status, late.body.versions]).toEqual([409, { stored: 2, yours: 1 }])
  expect((await call('delete', `teams/${team._id}`)).status).toBe(204)
  expect((await call('get', `teams/${team._id}`)).body.message).toBe('Team not found')
})

describe('namespaces', () => {
  test('are unique within an account, but not between accounts', async () => {
    const names = ['Ops', 'ops!', 'Ö p s']
    const teams = []
    for (const name of names) teams.push(await create(name))
    expect(teams.map(({ namespace }) => namespace)).toEqual(['ops', 'ops2', 'ops3'])
    expect((await create('Ops', platform.bob)).namespace).toBe('ops')
  })

  test('are unique also for ten teams of one name created at the same time', async () => {
    const teams = await Promise.all(Array.from({ length: 10 }, () => create('Same')))
    const namespaces = teams.map(({ namespace }) => namespace as string)
    expect(new Set(namespaces).size).toBe(10)
    expect(namespaces.every((namespace) => /^same([2-9]|10)?$/.test(namespace))).toBe(true)
  })

  test('cannot be chosen', async () => {
    const answer = await call('post', 'teams', { name: 'Mine', namespace: 'workforce' })
    expect(answer.body.namespace).toBe('mine')
    const changed = await call('put', `teams/${answer.body._id}`, { name: 'Mine', namespace: 'workforce' })
    expect(changed.body.namespace).toBe('mine')
  })
})

test('a list contains the members of every team, with one query', async () => {
  const { alice, bob } = platform
  const teams = [await create('One'), await create('Two')]
  platform.clock.advance(1)
  await call('post', `teams/${teams[1]._id}/members`, { email: bob.email }).expect(201)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { data } = (await call('get', 'teams?pagesize=9999')).body
  const texts = query.mock.calls.map(([asked]) =>
    typeof asked === 'string' ? asked : (asked as { text: string }).text,
  )
  // One query for the page, one for the count. Other files of this process may run queries meanwhile.
  expect(texts.filter((text) => text.includes('team'))).toHaveLength(2)
  const emails = (id: string) =>
    (data as Team[])
      .filter(({ _id }) => _id === id)
      .flatMap(({ members }) => members.map(({ userId }) => userId.email))
  expect(emails(teams[0]._id)).toEqual([alice.email])
  expect(emails(teams[1]._id)).toEqual([alice.email, bob.email])
})

test('a team with workers, scripts or clusters is not deleted, deleted workers count too', async () => {
  const { pool, alice } = platform
  const team = await create('Busy')
  const insert = (table: string, columns: string, ...values: unknown[]) =>
    pool.query(
      `insert into ${table} (id, account_id, team_id, name${columns})
       values ($1, $2, $3, 'Mine'${values.map((_, index) => `, $${index + 4}`).join('')})`,
      [newId(), alice.accountId, team._id, ...values],
    )
  await insert('workers', ', type, status', 'task.busy.mine', 'deleted')
  await insert('scripts', ', type', 'Mine')
  await insert('clusters', '')
  const refuse = async () => {
    const answer = await call('delete', `teams/${team._id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT'])
    return answer.body.message
  }
  expect(await refuse()).toBe(
    'The team still owns 1 worker, 1 script, 1 cluster (deleted workers count), so it stays',
  )
  await pool.query('delete from workers where team_id = $1', [team._id])
  await pool.query('delete from clusters where team_id = $1', [team._id])
  expect(await refuse()).toBe('The team still owns 1 script, so it stays')
  await pool.query('delete from scripts where team_id = $1', [team._id])
  expect((await call('delete', `teams/${team._id}`)).status).toBe(204)
})
