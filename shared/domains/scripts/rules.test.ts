import { describe, expect, test } from 'vitest'
import { scriptDraft, scriptUpdate } from './rules.ts'

describe('a new script', () => {
  test('takes its type from its name, trimmed', () => {
    const draft = scriptDraft({ name: ' Import ', teamId: 't1' })
    expect(draft).toEqual({ name: 'Import', teamId: 't1', type: 'Import' })
  })

  test.each([
    ['no name', { name: '  ', teamId: 't1' }],
    ['no team', { name: 'Import', teamId: '' }],
  ])('is null with %s', (_what, input) => {
    expect(scriptDraft(input)).toBeNull()
  })
})

describe('an update', () => {
  const input = { name: ' Import ', description: ' of orders ', code: '  run()\n' }

  test('trims name and description and keeps the code as written', () => {
    expect(scriptUpdate(input)).toEqual({ name: 'Import', description: 'of orders', code: '  run()\n' })
  })

  test('carries the version that it started from and never the team', () => {
    const read = { ...input, version: 3, teamId: { _id: 't1', name: 'Ops' } }
    expect(scriptUpdate(read)).toMatchObject({ version: 3 })
    expect(scriptUpdate(read)).not.toHaveProperty('teamId')
  })

  test('is null without a name', () => {
    expect(scriptUpdate({ ...input, name: ' ' })).toBeNull()
  })
})
