import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'

/** Every route of the reference gets wrong bodies, queries and paths. No fault may show how the wire names its parts. */

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(absentEngine)
})
afterAll(() => platform.close())

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
}
interface Operation {
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  parameters: { name: string; in: 'path' | 'query' }[]
}

/** Values of which at least one is wrong for any field. */
const wrongs: unknown[] = [null, '', [{}], 'x'.repeat(5000)]

function fieldsOf(schema: Schema, schemas: Record<string, Schema>): Record<string, Schema> {
  const { $ref, properties, anyOf = [], oneOf = [] } = schema
  if ($ref) return fieldsOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  return Object.assign({}, ...[...anyOf, ...oneOf].map((one) => fieldsOf(one, schemas)), properties)
}

/** Bodies with one wrong value in every field, and inside of objects. */
function wrongBodies(schema: Schema, schemas: Record<string, Schema>): unknown[] {
  const fields = fieldsOf(schema, schemas)
  const filled = (value: (field: Schema) => unknown) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, value(field)]))
  const inner = (field: Schema) => {
    const names = Object.keys(fieldsOf(field, schemas))
    return names.length > 0 ? Object.fromEntries(names.map((name) => [name, {}])) : [{}]
  }
  return [{}, [], 7, { unknownField: 1 }, filled(inner), ...wrongs.map((wrong) => filled(() => wrong))]
}

const noPath = /\b(body|query|querystring|params|headers)\/|\/api\b|Invalid (input|type|option)|\bzod\b/i
const sentence =
  /^\S.* (must|is|are|has|may|cannot|differs|names|selects|of the query differs) .*|.* (is required|is not valid)$/

test('no fault names a part of the request, and each continues the name of its field', async () => {
  const { paths, components } = platform.app.openapi()
  const schemas = (components['schemas'] ?? {}) as Record<string, Schema>
  let messages = 0
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const { requestBody, parameters } = described as Operation
      const body = requestBody?.content['application/json'].schema
      const long = 'x'.repeat(100)
      const url = path.replace(/\{\w+\}/g, long)
      const query = parameters.filter((one) => one.in === 'query').map(({ name }) => encodeURIComponent(name))
      const urls = [
        url,
        `${path.replace(/\{\w+\}/g, 'absent')}?unknown=1`,
        `${path.replace(/\{\w+\}/g, 'absent')}?${query.map((name) => `${name}=%7B&${name}=%00x`).join('&')}`,
        `${path.replace(/\{\w+\}/g, 'absent')}?${query.map((name) => `${name}=x`).join('&')}`,
      ]
      const calls: [string, unknown][] = urls.map((one) => [one, body ? {} : undefined])
      for (const wrong of body ? wrongBodies(body, schemas) : [])
        calls.push([path.replace(/\{\w+\}/g, 'absent'), wrong])
      for (const [to, payload] of calls) {
        const answer = await platform.app.inject({
          method: method.toUpperCase() as 'POST',
          url: to,
          headers: {
            ...platform.alice.headers,
            ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
        })
        if (answer.statusCode < 400 || answer.statusCode === 404) continue
        const { message, faults } = answer.json<{ message: string; faults?: { message: string }[] }>()
        const call = `${method} ${to} ${JSON.stringify(payload)?.slice(0, 200)}`
        expect([call, noPath.test(message) ? message : 'fine']).toEqual([call, 'fine'])
        if (answer.statusCode !== 400 || !faults) continue
        messages += 1
        const wrong = message.split('; ').filter((text) => !sentence.test(text))
        expect([call, wrong]).toEqual([call, []])
      }
    }
  }
  expect(messages).toBeGreaterThan(300)
})
