import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertTeam } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let teamId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  teamId = await insertTeam(platform.pool, platform.alice.accountId, 'Depot 100%')
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)

/** Each list, the body of a thing in it, and a word that is in another of the texts that are searched. */
const lists: [list: string, body: (name: string) => object, word: string][] = [
  ['plans', (name) => ({ name, description: 'Prices 100%', tasks: [] }), '100%'],
  ['workers', (name) => ({ name, teamId }), '100%'],
  ['scripts', (name) => ({ name, teamId }), '100%'],
  ['clusters', (name) => ({ name, teamId: null, tags: ['Prod 100%'] }), '100%'],
]

test.each(lists)('%s are found by words of their texts, whatever their case', async (list, bodyOf, word) => {
  const made = async (name: string) => {
    const { status, body } = await call('post', list, bodyOf(name))
    expect(status).toBe(201)
    return body._id as string
  }
  const [one, other] = [await made('Nightly quux'), await made('Quux')]
  await made('Hourly')
  const found = async (search: string) => {
    const { body } = await call('get', `${list}?search=${encodeURIComponent(search)}`)
    const { body: counted } = await call('get', `${list}/count?search=${encodeURIComponent(search)}`)
    expect(counted).toEqual({ count: body.total })
    return (body.data as { _id: string }[]).map(({ _id }) => _id).sort()
  }
  expect(await found('QUUX')).toEqual([one, other].sort())
  expect(await found(` quux  nightly ${word} `)).toEqual([one])
  expect(await found('quux 100_')).toEqual([])
  expect((await call('get', `${list}?search=${'x'.repeat(201)}`)).status).toBe(400)
  // A change of many is not for what a search happens to find.
  const where = encodeURIComponent(JSON.stringify({ search: 'quux' }))
  expect((await call('put', `${list}?where=${where}`, { description: 'x' })).status).toBe(400)
})
