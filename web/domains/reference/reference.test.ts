import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'
import { callGroups, searchCalls, type CallDocument, type JsonSchema } from './openapi.ts'
import { exampleOf, fieldsOf, noteText, typeText } from './schema-fields.ts'

const printed = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
) as CallDocument
const schemas = printed.components?.schemas ?? {}
const groups = callGroups(printed)
const calls = groups.flatMap((group) => group.calls)
const call = (method: string, at: string) => {
  const found = calls.find((each) => each.method === method && each.path === at)
  if (!found) throw new Error(`no call ${method} ${at}`)
  return found
}

describe('the calls', () => {
  it('are those of the document, each once, with an address of its own', () => {
    const written = Object.entries(printed.paths ?? {}).flatMap(([at, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${at}`),
    )
    expect(calls.map(({ method, path: at }) => `${method} ${at}`).sort()).toEqual(written.sort())
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
    expect(groups.map(({ name }) => name)).toContain('Workqueues')
  })

  it('are in the groups of the document, in its order, and those without a group follow', () => {
    const get = (tags?: string[]) => ({ get: { ...(tags && { tags }) } })
    const found = callGroups({
      tags: [{ name: 'Sign-in', description: 'How to.' }, { name: 'Empty' }, { name: 'Apps' }],
      paths: { '/api/apps': get(['Apps']), '/api/myThings': get(), '/api/oidc': get(['Sign-in']) },
    })
    expect(found.map(({ name, description }) => [name, description])).toEqual([
      ['Sign-in', 'How to.'],
      ['Apps', ''],
      ['My things', ''],
    ])
    expect(groups[0]?.name).toBe('Workqueues')
  })

  it('are found by every word of path, summary, parameters and fields', () => {
    const found = (search: string) => searchCalls(groups, search).flatMap((group) => group.calls)
    expect(found('start RUN plan')).toContain(call('POST', '/api/plans/{id}/run'))
    expect(found('accountName')).toEqual([call('POST', '/api/user/invite')])
    expect(found('')).toHaveLength(calls.length)
    expect(searchCalls(groups, 'no such words')).toEqual([])
  })

  it('are read from a document with little in it', () => {
    expect(callGroups({})).toEqual([])
    const [group] = callGroups({ paths: { '/api/x/{id}': { get: {}, 'x-note': {} } } })
    expect(group).toMatchObject({
      name: 'X',
      calls: [{ method: 'GET', summary: '', access: [], answers: [] }],
    })
  })
})

describe('a schema', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ enum: ['owner', 'member'] }, '"owner" or "member"'],
    [{ type: 'array', items: { $ref: '#/components/schemas/App' } }, 'App[]'],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, 'string or string[]'],
    [{ $ref: '#/components/schemas/Json' }, 'any JSON'],
    [{}, 'any'],
    [{ type: 'string', format: 'date-time' }, 'ISO 8601 time'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of integer'],
  ])('is a type in words: %j', (schema, words) => expect(typeText(schema)).toBe(words))

  it('has its limits in words', () => {
    expect(noteText({ type: 'integer', default: 10, minimum: 1, maximum: 9999 })).toBe(
      'default 10, 1 to 9999',
    )
    expect(noteText({ type: 'string', maxLength: 64 })).toBe('at most 64 characters')
    expect(noteText({ anyOf: [{ type: 'null' }, { type: 'string', maxLength: 9 }] })).toBe(
      'at most 9 characters',
    )
  })

  it('lists the fields of objects in lists and objects, and ends where a schema contains itself', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/x/Node' }, id: { type: 'string' } } }
    const list = {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: { $ref: '#/x/Node' } } },
    }
    expect(fieldsOf(list, { Node: node }).map(({ name, required }) => [name, required])).toEqual([
      ['data', true],
      ['data[].next', false],
      ['data[].id', false],
    ])
  })
})

describe('every call', () => {
  const fieldsIn = (each: (typeof calls)[number]) =>
    [each.body, ...each.answers.map(({ schema }) => schema)].flatMap((schema) =>
      schema ? fieldsOf(schema, schemas) : [],
    )

  it('says of each field what it means', () => {
    expect(calls.flatMap(fieldsIn).filter(({ meaning }) => meaning === '')).toEqual([])
  })

  it('names the fields of its body and of its answer', () => {
    const isOpen = (schema: JsonSchema | undefined) =>
      schema !== undefined &&
      /^(object|any)$/.test(typeText(schema)) &&
      fieldsOf(schema, schemas).length === 0
    const open = calls.filter(
      ({ body, answers }) => isOpen(body) || answers.some((one) => isOpen(one.schema)),
    )
    expect(open.map(({ id }) => id)).toEqual([])
  })

  it('has examples that look like what they stand for', () => {
    const { body } = call('POST', '/api/plans')
    expect(exampleOf(body ?? {}, schemas)).toEqual({
      name: 'text',
      tasks: [{ name: 'text', type: 'task.payments.chargecard' }],
    })
  })
})

it('lists the fields of each form of a body, required where all forms ask for them', () => {
  const form = (required: string[], ...names: string[]) => ({
    type: 'object',
    required,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })
  const fields = fieldsOf({ anyOf: [form(['plan', 'at'], 'plan', 'at'), form(['at'], 'at', 'name')] }, {})
  expect(fields.map(({ name, required }) => [name, required])).toEqual([
    ['plan', false],
    ['at', true],
    ['name', false],
  ])
})

describe('a command', () => {
  it('has the sign-in, the required query and an example of the body', () => {
    const { body } = call('POST', '/api/apps')
    expect(exampleOf(body ?? {}, schemas)).toHaveProperty('name')
    const command = curlOf(call('POST', '/api/plans/{id}/run'), 'https://console.example', schemas)
    expect(command.split(' \\\n  ').slice(0, 3)).toEqual([
      'curl --globoff',
      '--header "Authorization: Bearer $TOKEN"',
      '--header "account-id: $ACCOUNT"',
    ])
    expect(command).toContain(`'https://console.example/api/plans/{id}/run?appId={appId}'`)
  })

  it('is valid for the shell, for every call', () => {
    const commands = calls.map((each) => curlOf(each, "https://console.example/it's", schemas))
    const script = commands.map(
      (command) => `${command.replace(/^curl/, String.raw`printf '%s\n'`)} | tail -n 1`,
    )
    const words = execFileSync('sh', { input: script.join('\n'), encoding: 'utf8' })
      .trim()
      .split('\n')
    expect(words.map((word) => word.split('?')[0])).toEqual(
      calls.map((each) => `https://console.example/it's${each.path}`),
    )
  })
})
