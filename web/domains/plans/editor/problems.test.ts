import { describe, expect, it } from 'vitest'
import { readDefinition, taskAround } from './definition-text.ts'
import { partAt } from './json-parts.ts'
import { problemsOf } from './problems.ts'

/** Each problem as its line, its part of the text and its message. */
const problems = (text: string, types: string[] | null = null) =>
  problemsOf(readDefinition(text), types && new Set(types)).map((problem) => ({
    at: `${problem.severity} ${problem.line}:${problem.column} ${text.slice(problem.offset, problem.offset + problem.length)}`,
    message: problem.message,
  }))
const noop = 'task.workforce.noop'

it('marks every fault of the platform at its part of the text, in the order of the lines', () => {
  const text = JSON.stringify(
    {
      name: 'A',
      errorTasks: ['gone'],
      tasks: [
        { name: 'one', type: noop, depends: ['two', 'absent'] },
        { name: 'two', type: 'nonsense', depends: ['one'], condition: { not: 1 } },
        { type: noop, outputs: { 'a.b': 'x' } },
      ],
    },
    null,
    2,
  )
  expect(problems(text)).toEqual([
    { at: 'error 4:5 "gone"', message: 'errorTasks[0]: no task named "gone"' },
    { at: 'error 12:9 "absent"', message: 'tasks[0].depends[1]: no task named "absent"' },
    { at: 'error 17:15 "nonsense"', message: 'tasks[1].type: must have the form task.{namespace}.{type}' },
    { at: 'error 18:7 "depends"', message: expect.stringContaining('cycle: one -> two -> one') },
    { at: 'error 22:16 1', message: expect.stringContaining('unknown operator "not"') },
    { at: 'error 25:5 {', message: expect.stringContaining('tasks[2].name') },
    { at: 'error 28:16 "x"', message: expect.stringContaining('$state.{path}') },
  ])
})

it('warns of types that no worker runs once these are known, and of fields that nothing reads', () => {
  const tasks = [
    { name: 'a', type: 'task.own.typo', dependss: [] },
    { name: 'b', type: noop },
  ]
  const text = JSON.stringify({ _id: 'p', version: 2, name: 'A', nmae: 'B', tasks })
  const unknownFields = ['"nmae" is not a field of a plan', '"dependss" is not a field of a task']
  expect(problems(text).map(({ message }) => message)).toEqual(unknownFields)
  expect(problems(text, ['task.own.type']).map(({ at, message }) => [at.split(' ')[0], message])).toEqual([
    ['warning', unknownFields[0]],
    ['warning', 'no worker of the account runs task.own.typo'],
    ['warning', unknownFields[1]],
  ])
  expect(problems(text, ['task.own.typo'])).toHaveLength(2)
})

// Fails when the built-in exception of scripts hides a slip, or warns where no script is named.
it('warns of types that no script has, once one is known', () => {
  const text = JSON.stringify({ name: 'A', tasks: [{ name: 'a', type: 'task.script.cleanpu' }] })
  const messages = (types: string[]) => problems(text, types).map(({ message }) => message)
  expect(messages(['task.script.cleanup'])).toEqual([
    'no script of the account has the type task.script.cleanpu',
  ])
  expect(messages(['task.own.type'])).toEqual([])
})

describe('a text that is not JSON', () => {
  it.each([
    ['{ "name": }', 'a value is missing, or a comma is too much'],
    ['{ "name": "a" "tasks": [] }', '"," is missing'],
    ['{ "name" "a" }', '":" is missing'],
    ['{ "tasks": [', '"]" is missing'],
    ['{ "name": "a', 'the text has no closing quote'],
    ['{ "name": "a", }', 'a name in quotes is missing, or a comma is too much'],
    ['{} {}', 'nothing may follow the definition'],
    ['// a', 'JSON has no comments'],
    ['', 'a value is missing, or a comma is too much'],
  ])('%s has a problem with its cause', (text, message) => {
    const found = problems(text)
    expect(found.map((problem) => problem.message)).toContain(message)
    expect(found.every(({ at }) => at.startsWith('error'))).toBe(true)
  })
})

it('finds the nearest part of a path that the text does not have', () => {
  const text = '{ "a.b": { "c": [1, { "name": "x" }] }, "a": 2 }'
  const { root } = readDefinition(text)
  const part = (path: string) => {
    const { offset, length } = partAt(root, path)
    return text.slice(offset, offset + length)
  }
  expect(part('a.b.c[0]')).toBe('1')
  expect(part('a')).toBe('2')
  expect(part('a.b.c[1].gone.on')).toBe('"x"')
  expect(part('a.b.c')).toBe('"c"')
  expect(part('')).toBe('{')
  expect(partAt(undefined, 'a')).toEqual({ offset: 0, length: 0 })
})

it('knows the task around an offset', () => {
  const text = '{ "tasks": [{ "name": "a" }, { "name": "b" }] }'
  const { tasks } = readDefinition(text)
  const names = [...text].map((_, offset) => taskAround(tasks, offset)?.name ?? '-').join('')
  expect(names).toBe(`${'-'.repeat(12)}${'a'.repeat(16)}-${'b'.repeat(16)}${'-'.repeat(2)}`)
})

it('warns of inputs that their worker does not take as they are written, not of references', () => {
  const inputs = {
    'task.pdf.render': { properties: { dpi: { type: 'integer' } }, required: ['dpi', 'page'] },
  }
  const tasks = [
    { name: 'a', type: 'task.pdf.render', inputs: { dpi: 'x', page: 1 } },
    { name: 'b', type: 'task.pdf.render', inputs: { dpi: '$state.dpi' } },
    { name: 'c', type: noop, inputs: { dpi: 'x' } },
  ]
  const text = JSON.stringify({ name: 'A', tasks }, null, 2)
  const found = problemsOf(readDefinition(text), null, inputs).map(
    ({ severity, offset, length, message }) => [severity, text.slice(offset, offset + length), message],
  )
  expect(found).toEqual([
    ['warning', '"x"', 'inputs.dpi must be a whole number'],
    ['warning', '"inputs"', 'inputs.page is required'],
  ])
})
