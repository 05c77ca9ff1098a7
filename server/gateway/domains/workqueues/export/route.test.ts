import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createTestClock } from '#tests/support/gateway.ts'
import { fakeUpstream, type Answers } from '#tests/support/live-gateway.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Principal } from '#server/gateway/session/principal.ts'
import { createEndedSessions } from '#server/gateway/session/sessions.ts'
import { exportPlugin } from './route.ts'

const run = {
  _id: 'w1',
  name: '=cmd()',
  description: 'a, "b"',
  status: 'failed',
  created: '2026-03-01T12:00:00.000Z',
  activeMs: 61_400,
  tags: ['eu', 'x'],
  note: { text: 'seen', by: 'ana', at: '' },
}

/** The answer of the route to a signed-in user, and the calls that it made. */
async function exported(query: string, answers: Answers, features: string[] = []) {
  const clock = createTestClock()
  const upstream = fakeUpstream({ 'GET apps/a1': { _id: 'a1', name: 'Fast & Söhne' }, ...answers })
  const app = Fastify()
  const principal = { sid: 's', token: 't', account: { _id: 'acc', name: 'n' } } as Principal
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request) => {
    request.principal = principal
  })
  await app.register(exportPlugin, {
    upstream,
    sessions: createEndedSessions(3600, clock),
    config: {},
    capabilities: { of: async () => ({ version: '2', features }) },
    clock,
  })
  const answer = await app.inject({ url: `/export/workqueues?${query}` })
  await app.close()
  return { answer, calls: upstream.calls.map(({ call }) => call) }
}

it('is a file with the chosen columns, safe in spreadsheets', async () => {
  const answers = { 'GET workqueues': { data: [run], total: 1 } }
  const { answer } = await exported('appId=a1&columns=name,description,duration,tags,note,id', answers)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="Fast-So-hne-workqueues-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(answer.body).toBe(
    'Name,Description,Duration,Tags,Note,Id\r\n\'=cmd(),"a, ""b""",61,"eu, x",seen,w1\r\n',
  )
})

it('has the filters of the list, without those that the platform lacks', async () => {
  const answers = { 'GET workqueues': { data: [], total: 0 } }
  const query = 'appId=a1&status=failed,cancelled&root=true&search=eu&stuck=true'
  const asked = async (features: string[]) => (await exported(query, answers, features)).calls[1]?.query
  expect(await asked([])).toMatchObject({ appId: 'a1', status: ['failed', 'cancelled'], root: undefined })
  expect((await asked([]))?.['search']).toBeUndefined()
  expect(await asked(['attempts', 'search', 'attention'])).toMatchObject({
    root: true,
    search: 'eu',
    stuck: true,
  })
})

it('answers a refusal of the platform, and a wrong query, as such', async () => {
  const refused = await exported('appId=a1', { 'GET workqueues': new AppError('BAD_REQUEST', 'no') })
  expect(refused.answer.statusCode).toBeGreaterThanOrEqual(400)
  const wrong = await exported('appId=a1&columns=secret', {})
  expect([wrong.answer.statusCode, wrong.calls]).toEqual([expect.any(Number), []])
  expect(wrong.answer.statusCode).toBeGreaterThanOrEqual(400)
})
