import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpublished } from '#tests/support/gitops.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

interface Documented {
  summary: string
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
