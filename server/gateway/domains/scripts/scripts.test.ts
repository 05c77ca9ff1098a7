import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const script = {
  _id: 's1',
  name: 'Clean',
  description: 'Cleans',
  type: 'Clean',
  code: 'x\n',
  teamId: { _id: 't1', name: 'Imports' },
}

it.each<[string, Answers, CallMade]>([
  [
    '{ scripts(page: 3, perPage: 20) { total } }',
    { 'GET scripts': { data: [script], total: 41 } },
    { method: 'GET', path: 'scripts', query: { page: 3, pagesize: 20 } },
  ],
  [
    '{ scripts(sort: "-name") { total } }',
    { 'GET scripts': { data: [script], total: 41 } },
    { method: 'GET', path: 'scripts', query: { page: 1, pagesize: 10, sort: '-name' } },
  ],
  ['{ script(id: "s1") { id } }', { 'GET scripts/s1': script }, { method: 'GET', path: 'scripts/s1' }],
  [
    'mutation { createScript(name: "Clean", teamId: "t1") { id } }',
    { 'POST scripts': script },
    { method: 'POST', path: 'scripts', body: { name: 'Clean', teamId: 't1', type: 'Clean' } },
  ],
  [
    'mutation { updateScript(id: "s1", name: "Clean", description: "", code: "y") { id } }',
    { 'PUT scripts/s1': script },
    { method: 'PUT', path: 'scripts/s1', body: { name: 'Clean', description: '', code: 'y' } },
  ],
  [
    'mutation { testScript(id: "s1", inputs: { a: 1 }, code: "y") }',
    { 'POST scripts/s1/test': { outputs: {}, error: null, log: [], progress: null, ms: 1 } },
    { method: 'POST', path: 'scripts/s1/test', body: { inputs: { a: 1 }, code: 'y' } },
  ],
  [
    'mutation { deleteScript(id: "s1") }',
    { 'DELETE scripts/s1': null },
    { method: 'DELETE', path: 'scripts/s1' },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

it.each([
  ['plain', { 'GET scripts/s1': script }],
  ['in data', { 'GET scripts/s1': { data: script } }],
  [
    'with its team by id',
    { 'GET scripts/s1': { ...script, teamId: 't1' }, 'GET teams/t1': { _id: 't1', name: 'Imports' } },
  ],
])('a script has the same fields %s', async (_how, answers) => {
  const { data } = await runOperation('{ script(id: "s1") { id name code type teamId teamName } }', answers)
  expect(data).toEqual({
    script: { id: 's1', name: 'Clean', code: 'x\n', type: 'Clean', teamId: 't1', teamName: 'Imports' },
  })
})
