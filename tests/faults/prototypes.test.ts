import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Engine } from '#server/platform/engine/types.ts'
import { createTestPlatform, type TestPlatform } from '../support/platform-app.ts'
import { evidence } from '../support/evidence.ts'
import { realEngine } from '../support/platform-engine.ts'

/**
 * Check 36: names of prototype members in bodies are refused or stored as any other name; no prototype ever
 * changes.
 */

let platform: TestPlatform
let engine: Engine
let appId: string
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  appId = (await send('POST', 'apps', '{"name":"a","description":"d"}')).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const builtins = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Error, Date, Buffer]
const members = () =>
  builtins.map(({ prototype }) => Object.entries(Object.getOwnPropertyDescriptors(prototype)))
const before = members()
afterEach(() => {
  expect(members()).toEqual(before)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

async function send(method: 'POST' | 'PUT' | 'GET', path: string, payload?: string) {
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  const url = `/api/${path}`
  const headers = { ...platform.alice.headers, ...type }
  const answer = await platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

const poisons = [
  '{"__proto__":{"polluted":1}}',
  '{"name":"x","\\u005f_proto\\u005f_":{"polluted":1}}',
  '{"a":[{"b":{"__proto__":null}}]}',
  '{"name":"x","constructor":{"prototype":{"polluted":1}}}',
  '{"inputs":{"a":{"constructor":{"prototype":{}}}}}',
]

test('every route refuses a body that would pollute a prototype', async () => {
  const writes = platform.app.platformRoutes.filter(
    ({ method, url }) => (method === 'POST' || method === 'PUT') && url.startsWith('/api/'),
  )
  expect(writes.length).toBeGreaterThan(15)
  // Whether the caller may see the secrets of an app is judged before the body.
  const app = await send('POST', 'apps', JSON.stringify({ name: 'A', description: 'B' }))
  for (const { method, url, access } of writes) {
    // Calls without a user are refused before their body is read.
    const ofPeople = access === 'public' || access === 'user' || access === 'account'
    // A start address reads a body only once its sender has shown the secret; its own tests send one then.
    const wanted = method === 'POST' && url === '/api/hooks/:id' ? 404 : ofPeople ? 400 : 401
    const path = url
      .replace('/api/', '')
      .replace(/^apps\/:id\//, `apps/${app.body._id}/`)
      .replace(/:\w+/g, 'absent')
    for (const poison of poisons) {
      const { status } = await send(method as 'POST', path, poison)
      expect([method, url, poison, status]).toEqual([method, url, poison, wanted])
    }
  }
  evidence({
    check: 36,
    figures: {
      routes: writes.length,
      'bodies each': poisons.length,
      'of these accepted': 0,
      'prototypes changed': 0,
    },
    breaks: 'the parser of bodies drops such names instead of refusing them',
  })
})

describe('names that prototypes have too', () => {
  const hostile = {
    constructor: { name: 'x', call: [1] },
    prototype: { polluted: 1 },
    toString: 'text',
    valueOf: null,
    hasOwnProperty: { constructor: 'deep' },
    toJSON: { a: 1 },
    then: 'later',
    length: 7,
  }

  test('are stored in plans as written', async () => {
    const definition = {
      name: 'plan',
      initialState: hostile,
      outputsDef: { constructor: '$state.constructor', toString: '$state.toString' },
      tasks: [
        { name: 'constructor', type: 'task.x.y', inputs: hostile, outputs: { toString: '$state.valueOf' } },
      ],
    }
    const { status, body } = await send('POST', 'plans', JSON.stringify(definition))
    expect(status).toBe(201)
    const read = (await send('GET', `plans/${body._id}`)).body
    expect(read).toMatchObject({ initialState: hostile, outputsDef: definition.outputsDef })
    expect(read.tasks[0]).toMatchObject({ inputs: hostile, outputs: { toString: '$state.valueOf' } })
  })

  test('pass through a run as written', async () => {
    const tasks = [
      {
        name: 'toString',
        type: 'task.workforce.noop',
        condition: { in: ['x', { var: 'constructor.name' }] },
        inputs: {
          constructor: '$state.constructor',
          hasOwnProperty: '$state.hasOwnProperty',
          nothing: '$state.isPrototypeOf',
        },
        outputs: {
          constructor: '$state.out.constructor',
          hasOwnProperty: '$state.__proto__',
          nothing: '$state.out.valueOf',
        },
      },
      { name: 'valueOf', type: 'task.workforce.noop', condition: { var: 'isPrototypeOf' } },
    ]
    const definition = JSON.stringify({ name: 'run', initialState: hostile, tasks })
    const started = await send('POST', `workqueues?appId=${appId}`, definition)
    const ended = await vi.waitFor(async () => {
      const { body } = await send('GET', `workqueues/${started.body._id}`)
      expect(body.status).toBe('completed')
      return body
    })
    expect(ended.initialState).toEqual(hostile)
    const { out, ...state } = ended.state
    expect(out).toEqual({ constructor: hostile.constructor, valueOf: null })
    expect(Object.getOwnPropertyDescriptor(state, '__proto__')?.value).toEqual(hostile.hasOwnProperty)
    expect(ended.tasks.map(({ status }: { status: string }) => status)).toEqual(['ended', 'skipped'])
    evidence({
      check: 36,
      figures: { 'names of prototypes in a state': Object.keys(hostile).length, 'changed by a run': 0 },
      breaks: 'outputs are set by plain assignment',
    })
  })

  test('are names of variables like any other', async () => {
    const tasks = ['__proto__', 'constructor', 'toString'].map((name) => ({
      name,
      type: 'task.workforce.noop',
      continueOnError: true,
      inputs: { value: `$var.${name}` },
      outputs: { value: `$state.read-${name}` },
    }))
    const run = async () => {
      const { body } = await send('POST', `workqueues?appId=${appId}`, JSON.stringify({ name: 'run', tasks }))
      return vi.waitFor(async () => {
        const read = (await send('GET', `workqueues/${body._id}`)).body
        expect(read.ended).not.toBeNull()
        return read
      })
    }
    expect((await run()).tasks.map(({ reason }: { reason: string }) => reason)).toEqual(
      tasks.map(({ name }) => `Unknown variable: $var.${name}`),
    )
    for (const { name } of tasks)
      expect(
        (await send('POST', `apps/${appId}/variables`, JSON.stringify({ name, value: name }))).status,
      ).toBe(201)
    // The task ends, so the variable is known; its value stays out of the state.
    expect((await run()).state).toEqual({
      'read-__proto__': '$var.__proto__',
      'read-constructor': '$var.constructor',
      'read-toString': '$var.toString',
    })
  })
})
