import { once } from 'node:events'
import http from 'node:http'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { evidence } from '#tests/support/evidence.ts'
import { createTestClock } from '#tests/support/gateway.ts'
import { fakeUpstream, type Answers } from '#tests/support/live-gateway.ts'
import { AppError } from '#server/lib/errors.ts'
import type { UpstreamCall } from '#server/gateway/upstream/call.ts'
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

/** The route for a signed-in user in front of a platform with these answers. */
async function appWith(answers: Answers, features: string[] = []) {
  const clock = createTestClock()
  const upstream = fakeUpstream({ 'GET apps/a1': { _id: 'a1', name: 'Fast & Söhne' }, ...answers })
  const app = Fastify()
  const principal = { sid: 's', token: 't', account: { _id: 'acc', name: 'n' } } as Principal
  const known = async () => ({ version: '2', features })
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request) => {
    request.principal = principal
  })
  await app.register(exportPlugin, {
    upstream,
    sessions: createEndedSessions(3600, clock),
    config: {},
    capabilities: { of: known, told: known },
    clock,
  })
  return { app, upstream }
}

/** The answer of the route, and the calls that it made. */
async function exported(query: string, answers: Answers, features: string[] = []) {
  const { app, upstream } = await appWith(answers, features)
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

describe('many rows', () => {
  const ROWS = 60_000
  const page = 500
  /** A platform with so many runs, newest first, which counts the pages that are read. */
  function manyRuns() {
    const found = { pages: 0 }
    const answer = ({ query = {} }: UpstreamCall) => {
      found.pages += 1
      const until = query['created[$lte]']
      const from = until ? ROWS - Math.floor(Date.parse(String(until)) / 1000) : 0
      const rows = Math.max(0, Math.min(page, ROWS - from))
      const data = Array.from({ length: rows }, (_, index) => ({
        ...run,
        // More than the buffers of a connection take.
        description: 'x'.repeat(500),
        _id: `w${from + index}`,
        created: new Date((ROWS - from - index) * 1000).toISOString(),
      }))
      return { data, total: ROWS }
    }
    return { found, answers: { 'GET workqueues': answer } }
  }

  it('are streamed in little memory, and no longer once the browser is gone', async () => {
    const { found, answers } = manyRuns()
    const { app } = await appWith(answers)
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const url = `${address}/export/workqueues?appId=a1&columns=name,description,id`
    const [lines, megabytes] = await drained(url)
    // A page begins with the last row of the one before.
    expect([lines, found.pages]).toEqual([ROWS + 1, Math.ceil(ROWS / (page - 1))])
    expect(megabytes).toBeLessThan(50)

    found.pages = 0
    const browser = http.get(url)
    const [response] = (await once(browser, 'response')) as [http.IncomingMessage]
    await once(response, 'readable')
    response.destroy()
    const readThen = await settled(() => found.pages)
    expect(readThen).toBeLessThan(ROWS / page / 2)
    await app.close()
    evidence({
      check: 90,
      figures: {
        rows: ROWS,
        'most memory above the begin, MB': megabytes,
        'pages read after the browser had gone': readThen,
      },
      breaks: 'the file is built before it is sent, or rows are read on without a reader',
    })
  })
})

/** Reads a file to its end; answers its lines and by how many MB the heap of this process was larger at most. */
async function drained(url: string): Promise<[lines: number, megabytes: number]> {
  const { body } = await fetch(url)
  const begin = process.memoryUsage().heapUsed
  let [lines, most] = [0, 0]
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    lines += Buffer.from(part).toString('latin1').split('\n').length - 1
    most = Math.max(most, process.memoryUsage().heapUsed - begin)
  }
  return [lines, Math.round(most / 1024 ** 2)]
}

/** A count once it no longer changes. */
async function settled(count: () => number): Promise<number> {
  for (let before = -1; ;) {
    if (before === count()) return before
    before = count()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
