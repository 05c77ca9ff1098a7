import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpublished } from '#tests/support/gitops.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

interface Documented {
  summary: string
  parameters: { name: string; schema: { description?: string } }[]
  requestBody?: object
  responses: object
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine, { gitops: unpublished })
})
afterAll(() => platform.close())

test('the reference has every route', async () => {
  const { body } = await platform.call.get('/api/docs').expect(200)
  const named = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const routes = platform.app.platformRoutes.map(({ method, url }) => `${method} ${url}`)
  expect(named.sort()).toEqual(routes.sort())
})

test('every reference to a schema resolves', () => {
  const document = platform.app.openapi()
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
  const names = new Set([...references].map(([, name]) => name))
  expect(names.size).toBeGreaterThan(0)
  expect(Object.keys(document.components['schemas'] ?? {})).toEqual(expect.arrayContaining([...names]))
})

test('every call has a summary and an answer', () => {
  const { paths } = platform.app.openapi()
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, ...(call as Documented) })),
  )
  expect(calls.filter(({ summary }) => !summary).map(({ name }) => name)).toEqual([])
  const unsaid = calls.filter(({ responses }) => JSON.stringify(responses).includes('"schema":{}'))
  expect(unsaid.map(({ name }) => name)).toEqual([])
})

test('every parameter and every field of a body says what it means', () => {
  const { paths, components } = platform.app.openapi()
  const unsaid = new Set<string>()
  const look = (part: unknown, place: string): void => {
    if (typeof part !== 'object' || part === null) return
    const { properties = {}, ...rest } = part as { properties?: Record<string, { description?: string }> }
    for (const [name, field] of Object.entries(properties)) {
      if (!field.description) unsaid.add(`${place}: ${name}`)
      look(field, place)
    }
    for (const inner of Object.values(rest)) look(inner, place)
  }
  for (const [name, schema] of Object.entries(components['schemas'] ?? {})) look(schema, name)
  for (const [path, methods] of Object.entries(paths))
    for (const [method, call] of Object.entries(methods)) {
      const { parameters, requestBody, responses } = call as Documented
      look([requestBody, responses], `${method} ${path}`)
      for (const { name, schema } of parameters)
        if (!schema.description) unsaid.add(`${method} ${path}: ${name}`)
    }
  expect([...unsaid]).toEqual([])
})

test('a field that its contract describes keeps that, others mean what their names do', () => {
  const { Workqueue } = platform.app.openapi().components['schemas'] as Record<
    string,
    { properties: Record<string, { description: string }> }
  >
  const { appId, _id, state, children } = Workqueue!.properties
  expect(_id!.description).toBe('Its id; opaque')
  expect(appId!.description).toBe('The app that it belongs to')
  expect(state!.description).toBe('Its state')
  expect(children!.description).toBe('How many runs its tasks have started')
})

test('a body that its handler checks is described with the fields of a definition', () => {
  const { paths } = platform.app.openapi()
  const bodyOf = (method: string, path: string) => JSON.stringify(paths[path]?.[method])
  expect(bodyOf('post', '/api/plans')).toContain('#/components/schemas/Definition')
  expect(bodyOf('post', '/api/workqueues')).toContain('#/components/schemas/Definition')
  expect(bodyOf('put', '/api/plans/{id}')).toContain('"initialState"')
})

test('every call has an id of its own', () => {
  const calls = Object.values(platform.app.openapi().paths).flatMap((methods) => Object.values(methods))
  const ids = calls.map((call) => (call as { operationId: string }).operationId)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

test('every call is in one group, and every group has a title, words and calls', () => {
  const { tags, paths } = platform.app.openapi()
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods) as { tags: string[] }[])
  expect(calls.filter((call) => call.tags.length !== 1)).toEqual([])
  const used = new Set(calls.flatMap((call) => call.tags))
  expect([...used].sort()).toEqual(tags.map(({ name }) => name).sort())
  expect(tags.filter(({ description }) => !description.endsWith('.'))).toEqual([])
})

/** `npm run openapi` updates it, so that a change of the reference is visible in code review. */
test('docs/openapi.json is up to date', async () => {
  const printed = `${JSON.stringify(platform.app.openapi(), null, 2)}\n`
  await expect(printed).toMatchFileSnapshot('../../../docs/openapi.json')
})

test('a browser gets the document too, because no answer under /api is a page', async () => {
  const { body, headers } = await platform.call.get('/api/docs').set('accept', 'text/html').expect(200)
  expect(headers['content-type']).toContain('application/json')
  expect(body.openapi).toBe('3.1.0')
})
