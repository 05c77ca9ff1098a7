import { expect, type APIRequestContext } from 'playwright/test'
import { z } from 'zod'

const noop = 'task.workforce.noop'
const delay = 'task.workforce.delay'
/** Long enough that a slow machine shows the task while it runs. */
export const RUN_SECONDS = 8
const entity = z.object({ _id: z.string() })
const runs = z.object({ data: z.array(z.object({ _id: z.string(), status: z.string() })) })

/** Calls of an operator's program through nginx, with the session of the browser. */
export interface Calls {
  /** Creates an entity by `POST {path}`; returns its id. */
  create(path: string, data: object): Promise<string>
  /** Names of a plan to run, of a run that has failed once, and of one that runs until it is cancelled. */
  prepare(appId: string, part: string): Promise<{ slow: string; failed: string; endless: string }>
  /** The runs of an app, by id. */
  statuses(appId: string): Promise<Map<string, string>>
}

export function callsOf(request: APIRequestContext, url: string): Calls {
  async function create(path: string, data: object): Promise<string> {
    const headers = { 'x-csrf': '1', origin: url }
    const answer = await request.post(`${url}/api/${path}`, { data, headers })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return entity.parse(await answer.json())._id
  }
  return {
    create,
    async prepare(appId, part) {
      const names = { slow: `Slow, ${part}`, failed: `Fails once, ${part}`, endless: `Endless, ${part}` }
      const into = `workqueues?appId=${appId}`
      const wait = { name: 'wait', type: delay, inputs: { ms: 3_600_000 } }
      const settle = { name: 'settle', type: noop, inputs: { fail: 'no checksum', failAttempts: 1 } }
      const fetch = { name: 'fetch', type: delay, inputs: { ms: RUN_SECONDS * 1000 } }
      const upload = { name: 'upload', type: noop, depends: ['fetch'] }
      await create('plans', { name: names.slow, tasks: [fetch, upload] })
      await create(into, { name: names.failed, tasks: [settle] })
      await create(into, { name: names.endless, tasks: [wait] })
      return names
    },
    async statuses(appId) {
      const answer = await request.get(`${url}/api/workqueues?appId=${appId}&page=1&pagesize=9999`)
      const { data } = runs.parse(await answer.json())
      return new Map(data.map(({ _id, status }) => [_id, status]))
    },
  }
}
