import { setTimeout as wait } from 'node:timers/promises'
import { expect, type APIRequestContext } from 'playwright/test'
import { test as base } from './stack.ts'

export { expect } from 'playwright/test'

/** Calls that a program of the operator makes through `/api` with the browser's session. */
export interface Api {
  createApp(name?: string): Promise<string>
  savePlan(plan: object): Promise<string>
  /** Creates an entity by `POST {plural}`; returns its id. */
  create(plural: string, data: object): Promise<string>
  /** `PUT {path}`, a change by another user. */
  change(path: string, data: object): Promise<void>
  /** The answer of `GET {path}`. */
  read(path: string): Promise<unknown>
  /** `DELETE {path}`. */
  remove(path: string): Promise<void>
  start(appId: string, definition: object): Promise<string>
  cancel(workqueueId: string): Promise<void>
  /** Resolves once the run has that status. */
  reaches(workqueueId: string, status: string): Promise<void>
}

let apps = 0

/** The entity of an answer: foreign platforms put it in `data`. */
function entityOf<Entity extends object>(answer: Entity | { data: Entity }): Entity {
  return 'data' in answer && !Array.isArray(answer.data) ? answer.data : (answer as Entity)
}

function createApi(request: APIRequestContext, url: string): Api {
  const headers = { 'x-csrf': '1', origin: url }
  async function call(method: string, path: string, data?: object) {
    const response = await request.fetch(`${url}/api/${path}`, { method, data, headers })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return response
  }
  async function post(path: string, data: object): Promise<string> {
    return entityOf<{ _id: string }>(await (await call('POST', path, data)).json())._id
  }
  return {
    createApp: (name = `Depot ${++apps}`) => post('apps', { name, description: 'Made for one test' }),
    savePlan: (plan) => post('plans', plan),
    create: post,
    async change(path, data) {
      await call('PUT', path, data)
    },
    read: async (path) => entityOf<object>(await (await call('GET', path)).json()),
    async remove(path) {
      await call('DELETE', path)
    },
    start: (appId, definition) => post(`workqueues?appId=${appId}`, definition),
    async cancel(id) {
      await post(`workqueues/${id}/end`, { status: 'cancelled' })
    },
    async reaches(id, status) {
      const read = async () =>
        entityOf<{ status: string }>(await (await request.get(`${url}/api/workqueues/${id}`)).json())
      for (let tries = 0; tries < 300 && (await read()).status !== status; tries++) await wait(50)
      expect((await read()).status).toBe(status)
    },
  }
}

type Storage = Awaited<ReturnType<APIRequestContext['storageState']>>

/** A test whose browser is signed in. One sign-in serves all tests of a worker, so none of them may sign out. */
export const test = base.extend<{ api: Api }, { signedIn: Storage }>({
  signedIn: [
    async ({ stack, playwright }, use) => {
      const request = await playwright.request.newContext()
      const headers = { 'x-csrf': '1', origin: stack.url }
      const response = await request.post(`${stack.url}/session`, { data: stack.admin, headers })
      expect(response.ok()).toBe(true)
      await use(await request.storageState())
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  storageState: ({ signedIn }, use) => use(signedIn),
  baseURL: ({ stack }, use) => use(stack.url),
  api: ({ page, stack }, use) => use(createApi(page.request, stack.url)),
})
