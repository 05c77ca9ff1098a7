import { afterEach, beforeEach, expect, test } from 'vitest'
import { persisted } from '../integration/operator.ts'
import { startWholePath } from '../integration/whole-path.ts'
import { evidence } from '../support/evidence.ts'
import { ada } from '../support/fake-platform.ts'
import { cookieOf, setCookies, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { seededRandom } from '../support/random.ts'

/**
 * Checks 43 and 44: no answer for one account or user reaches another; the page is tested in
 * web/app/session-data.test.tsx.
 */

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const choose = (cookie: string, accountId: string) =>
  gateway.http.put('/session/account').set({ cookie, 'x-csrf': '1' }).send({ accountId })
const [north, south] = ada.accounts.map(({ _id }) => _id)

/** Calls of a browser: half through the proxy, half through GraphQL. */
function calls(cookie: string, count: number) {
  const sent = { cookie, 'x-csrf': '1' }
  return Array.from({ length: count }, (_, at) =>
    at % 2
      ? gateway.http.get('/api/apps').set(sent).then()
      : gateway.http.post('/graphql').set(sent).send(persisted('AppList')).then(),
  )
}
/** A generous limit for busy machines. */
const POLLING = { timeout: 15_000 }
const asked = () => gateway.platform.seen.filter(({ url }) => url.startsWith('/api/apps')).length
const accountsSeen = () =>
  new Set(
    gateway.platform.seen
      .filter(({ url }) => url.startsWith('/api/apps'))
      .map(({ headers }) => headers['account-id']),
  )

test('check 43: a foreign account is refused; calls in flight during a switch keep the account that they were sent for', async () => {
  const before = await gateway.signIn()
  const refused = await choose(before, 'account-of-others').expect(403)
  expect([refused.body.code, setCookies(refused)]).toEqual(['FORBIDDEN', []])

  gateway.platform.mode('hang', '/api/apps')
  const flying = calls(before, 20)
  await expect.poll(asked, POLLING).toBe(20)
  const after = cookieOf(await choose(before, south ?? '').expect(200)) ?? ''
  const own = calls(after, 10)
  await expect.poll(asked, POLLING).toBe(30)
  expect(accountsSeen()).toEqual(new Set([north, south]))
  gateway.platform.mode('ok', '/api/apps')
  gateway.platform.release()
  // Late answers set no cookie: the page's next calls use the new account.
  for (const answer of await Promise.all(flying)) expect(setCookies(answer)).toEqual([])
  for (const answer of await Promise.all(own)) expect(answer.status).toBe(200)

  gateway.platform.seen.length = 0
  await Promise.all([...calls(after, 20), ...calls(before, 20)])
  expect(accountsSeen()).toEqual(new Set([south]))
  evidence({
    check: 43,
    figures: {
      'calls in flight': 20,
      'answers that changed the new session': 0,
      'calls of the old account after the switch': 0,
      'a foreign account': 403,
    },
    breaks: 'the session before the switch is not ended; an answer in flight renews its cookie',
  })
})

test("check 44: of 1,000 mixed identical calls of two users, none returns the other user's answer", async () => {
  const path = await startWholePath()
  const random = seededRandom(44)
  const join = async (name: string) => {
    const operator = await path.signUp(name)
    const mark = `of-${name}-alone`
    await operator.send('POST', { url: '/api/apps', body: { name: mark, description: mark } })
    return { operator, mark }
  }
  const [alice, bob] = [await join('alice'), await join('bob')]
  let foreign = 0
  let answered = 0
  const ask = async ({ operator, mark }: typeof alice, other: typeof alice, byProxy: boolean) => {
    const { cookie } = operator
    const answer = byProxy
      ? await fetch(`${path.url}/api/apps?pagesize=10`, { headers: { cookie } })
      : await fetch(`${path.url}/graphql`, {
          method: 'POST',
          headers: { cookie, 'x-csrf': '1', 'content-type': 'application/json' },
          body: JSON.stringify(persisted('AppList')),
        })
    const text = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(text).toContain(mark)
    if (text.includes(other.mark)) foreign++
    answered++
  }
  for (let round = 0; round < 50; round++) {
    const mixed = Array.from({ length: 20 }, (_, at) => ({
      pair: at % 2 ? ([alice, bob] as const) : ([bob, alice] as const),
      byProxy: at % 4 < 2,
      turn: random(),
    }))
    mixed.sort((a, b) => a.turn - b.turn)
    await Promise.all(mixed.map(async ({ pair, byProxy }) => ask(...pair, byProxy)))
  }
  expect([answered, foreign]).toEqual([1000, 0])
  await path.close()
  evidence({
    check: 44,
    figures: { calls: answered, 'answers of the other user': foreign, 'Cache-Control': 'no-store', seed: 44 },
    breaks: 'concurrent calls share their answer by path only',
  })
}, 120_000)
