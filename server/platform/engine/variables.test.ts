import { describe, expect, test } from 'vitest'
import { checkDefinition } from '#shared/domains/workqueues/rules.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { resolveInputs } from './state.ts'
import { inputsForBuiltin, inputsForWorker, variableNames, withVariables } from './variables.ts'

const variables = new Map([
  ['API_KEY', 'k-123'],
  ['__proto__', 'polluted'],
])
/** A task after it was queued with this state. */
const queued = (inputs: JsonObject, state: JsonObject = {}) => ({
  inputs,
  resolvedInputs: resolveInputs(inputs, state, 1 << 20).resolved,
})

describe('variables of an app', () => {
  test('are read at any depth, beside values of the state', () => {
    const inputs = {
      key: '$var.API_KEY',
      list: [{ key: '$var.API_KEY' }, '$state.n'],
      plain: 'about $var.API_KEY',
    }
    expect(withVariables(queued(inputs, { n: { deep: [1] } }), variables)).toEqual({
      key: 'k-123',
      list: [{ key: 'k-123' }, { deep: [1] }],
      plain: 'about $var.API_KEY',
    })
  })

  test("are stored as their reference; only the executor's inputs contain the value", () => {
    expect(queued({ key: '$var.API_KEY' }).resolvedInputs).toEqual({ key: '$var.API_KEY' })
  })

  test('are not read for data that looks like a reference', () => {
    const task = queued(
      { data: '$state.sent', key: '$var.API_KEY' },
      { sent: { a: '$var.API_KEY', b: ['$var.x'] } },
    )
    expect(withVariables(task, variables)['data']).toEqual({ a: '$var.API_KEY', b: ['$var.x'] })
  })

  test.each(['missing', 'constructor', 'toString'])('without %s the task fails with that reason', (name) => {
    expect(() => withVariables(queued({ a: [`$var.${name}`] }), variables)).toThrow(
      `Unknown variable: $var.${name}`,
    )
  })

  test('whose names are those of prototype members reach no prototype', () => {
    const inputs = JSON.parse('{"__proto__":"$var.__proto__"}') as JsonObject
    const put = withVariables(queued(inputs), variables)
    expect(Object.getOwnPropertyDescriptor(put, '__proto__')?.value).toBe('polluted')
    expect(Object.getPrototypeOf(put)).toBe(Object.prototype)
  })

  test('cannot make the inputs larger than their limit', () => {
    const many = { list: Array.from({ length: 40 }, () => '$var.long') }
    const long = new Map([['long', 'x'.repeat(32_768)]])
    expect(() => withVariables(queued(many), long)).toThrow(
      'Its variables would make the inputs larger than 1024 KiB',
    )
  })

  test('are read by name, and only for a task that names some', async () => {
    const asked: unknown[] = []
    const read = async (...question: unknown[]) => {
      asked.push(question)
      return variables
    }
    const run = { accountId: 'account', appId: 'app' }
    const plain = queued({ a: 1, b: '$state.x' })
    expect(await inputsForWorker(plain, run, read)).toBe(plain.resolvedInputs)
    expect(asked).toEqual([])
    await inputsForWorker(queued({ a: '$var.API_KEY', b: ['$var.API_KEY'] }), run, read)
    expect(asked).toEqual([['account', 'app', ['API_KEY']]])
  })

  test('are never passed to built-in tasks, which fail with the same faults', async () => {
    const run = { accountId: 'account', appId: 'app' }
    const read = async () =>
      new Map([
        ['API_KEY', 'k-123'],
        ['LOST', null],
      ])
    const inputs = { fail: '$var.API_KEY', n: '$state.n' }
    const task = queued(inputs, { n: 1 })
    expect(await inputsForBuiltin(task, run, read)).toEqual({ fail: '$var.API_KEY', n: 1 })
    const faults: [string, string][] = [
      ['LOST', 'The variable $var.LOST cannot be read: it was sealed with another SECRETS_KEY'],
      ['missing', 'Unknown variable: $var.missing'],
    ]
    for (const [name, fault] of faults)
      for (const inputsFor of [inputsForBuiltin, inputsForWorker])
        await expect(inputsFor(queued({ a: `$var.${name}` }), run, read)).rejects.toThrow(fault)
  })

  test('of one task are at most 200', async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, `$var.V${n}`]))
    const read = async () => new Map<string, string>()
    await expect(inputsForWorker(queued(many), { accountId: 'a', appId: 'b' }, read)).rejects.toThrow(
      'Its inputs name 201 variables, at most 200 are possible',
    )
  })

  test('have names that the definition is checked for', () => {
    const faultsOf = (inputs: JsonObject) => {
      const task = { name: 'a', type: 'task.media.render', inputs }
      const checked = checkDefinition({ name: 'run', tasks: [task] })
      return 'faults' in checked ? checked.faults : []
    }
    const message = 'must have the form $var.{name}: letters, digits, _ and -, at most 100'
    expect(faultsOf({ a: '$var.', b: [{ c: '$var.a.b' }], d: '$var.ok_1-x', e: 'see $var.' })).toEqual([
      { path: 'tasks[0].inputs.a', message },
      { path: 'tasks[0].inputs.b[0].c', message },
    ])
    expect(variableNames({ a: '$var.', b: '$var.ok' })).toEqual(['ok'])
  })
})
