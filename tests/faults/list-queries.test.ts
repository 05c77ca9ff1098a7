import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../support/platform-app.ts'
import { idleEngine } from '../support/platform-rows.ts'
import { evidence } from '../support/evidence.ts'
import { createRandom } from '../support/model/random.ts'

/**
 * Check 40: invalid queries of every list of the platform. The fault that is named is tested in
 * `bad-input.test.ts`, and so are random queries of all reads; this file tests lists, whose answers are also
 * checked.
 */

let platform: TestPlatform
/** `GET {plural}` is a list if `{plural}/count` exists. */
let lists: string[]
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  const reads = platform.app.platformRoutes.filter(({ method }) => method === 'GET').map(({ url }) => url)
  lists = reads.filter((url) => reads.includes(`${url}/count`))
})
afterAll(() => platform.close())

interface Asked {
  url: string
  status: number
  body: { code?: string }
}

/** Sends all of them, twenty at a time. */
async function ask(urls: string[]): Promise<Asked[]> {
  const asked: Asked[] = []
  for (let from = 0; from < urls.length; from += 20)
    asked.push(...(await Promise.all(urls.slice(from, from + 20).map(get))))
  return asked
}

async function get(url: string): Promise<Asked> {
  const answer = await platform.app.inject({ method: 'GET', url, headers: platform.alice.headers })
  return { url, status: answer.statusCode, body: answer.json() }
}

/** Query strings, separated by blanks. */
const wrong = `
  page=-1 page=0 page=1e9 page=1.5 page= page=NaN page=9007199254740993 page=1&page=2 page[]=1 page[0]=1 page={}
  page=%00 page=1%00 page=1;drop
  pagesize=-1 pagesize=0 pagesize=10000 pagesize=9999999 pagesize=1&pagesize=1
  created[$gt]=2026-01-01T00:00:00Z created[$ne]=1 created[$where]=1 created[$gte][]=1 created=now created[$gte]=0
  created[$gte]=1&created[$gte]=2 created[$lte]=2026-13-01T00:00:00Z
  $where=1 $or[0][name]=a name[$regex]=.* name[$ne]=a name=%00 name=a&name=b
  __proto__[x]=1 constructor=1 constructor[prototype][x]=1 toString=1 accountId=x account_id=x
  sort=- sort=id;-- sort=account_id sort[]=name limit=1 perPage=5 offset=0 = %00=1
`
  .trim()
  .split(/\s+/)

test('every list refuses them', async () => {
  expect(lists.length).toBeGreaterThanOrEqual(4)
  const paths = lists.flatMap((list) => [list, `${list}/count`, `${list}/findOne`])
  const answers = await ask(paths.flatMap((path) => wrong.map((query) => `${path}?${query}`)))
  for (const { url, status, body } of answers)
    expect([url, status, body.code]).toEqual([url, 400, 'BAD_REQUEST'])
  evidence({
    check: 40,
    figures: {
      lists: lists.length,
      'invalid queries': answers.length,
      'of these 400': answers.length,
    },
    breaks: 'unknown parameters are ignored, or the number or size of a page is not limited',
  })
})

const keys =
  'page pagesize sort name appId teamId clusterId workQueueId status tags type created[$gte] created[$lte]'
const values = `
  1 2 9999 -1 1e9 name -created created,-name started a,b , %00 %25 ' %F0%9F%92%A5 %FF
  2026-03-01T00:00:00Z 0001-01-01T00:00:00Z 9999-12-31T23:59:59.999999Z
`

test('5,000 random queries return a page, or 400, or 404 for an unknown id', async () => {
  const random = createRandom(40)
  const term = () => `${random.pick(keys.split(' '))}=${random.pick(values.split(/\s+/))}`
  const query = () => Array.from({ length: random.below(4) }, term).join('&')
  const answers = await ask(Array.from({ length: 5_000 }, () => `${random.pick(lists)}?${query()}`))
  const seen = new Map<number, number>()
  for (const { url, status, body } of answers) {
    seen.set(status, (seen.get(status) ?? 0) + 1)
    if (status === 200)
      expect([url, body]).toEqual([url, { data: expect.any(Array), total: expect.any(Number) }])
    else expect([url, status]).toEqual([url, status === 404 ? 404 : 400])
  }
  for (const status of [200, 400, 404]) expect(seen.get(status)).toBeGreaterThan(50)
  evidence({
    check: 40,
    figures: { 'random queries': answers.length, ...Object.fromEntries(seen) },
    breaks: 'the names of sort fields are not checked',
  })
}, 120_000)
