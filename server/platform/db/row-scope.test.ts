import { expect, test } from 'vitest'
import { isWithinApps, keyWithinApps, seesApps, statementWithin, withinApps } from './row-scope.ts'

const apps = ['a1', 'a2']
const bound = (sql: string, parameters: unknown[] = []) => statementWithin(apps, sql, parameters)

test('a statement begins with the tables that it names, and gets the apps as its last parameter', () => {
  expect(bound('select * from workqueues where id = $1', ['w1'])).toEqual({
    sql:
      'with workqueues as not materialized (select * from workqueues where app_id = any($2::text[])) ' +
      'select * from workqueues where id = $1',
    parameters: ['w1', apps],
  })
})

test('a statement about what apps share stays as it is', () => {
  expect(bound('select * from plans where id = $1', ['p1'])).toEqual({
    sql: 'select * from plans where id = $1',
    parameters: ['p1'],
  })
})

test('a table of which nothing is seen takes no parameter', () => {
  const { sql, parameters } = bound('select * from attention_hours')
  expect([sql, parameters]).toEqual([expect.stringContaining('where false'), []])
})

test('a name inside another one is not that table', () => {
  expect(bound('select * from failure_tasks').sql).not.toContain(' tasks as ')
})

test.each([
  ['with found as (select id from apps) select * from found', /^with apps as .+, +found as \(/],
  [
    'with recursive below as (select id from tasks) select * from below',
    /^with tasks as .+ select \* from \(with recursive /,
  ],
])('%s keeps its own parts', (sql, expected) => {
  expect(bound(sql).sql).toMatch(expected)
})

test('answers are shared among those who see the same', () => {
  expect([isWithinApps(), keyWithinApps('k'), seesApps(['a9'])]).toEqual([false, 'k', true])
  withinApps(apps, () => {
    expect([isWithinApps(), seesApps(['a1']), seesApps(['a1', 'a9'])]).toEqual([true, true, false])
    expect(keyWithinApps('k')).toBe(withinApps(['a2', 'a1'], () => keyWithinApps('k')))
    expect(keyWithinApps('k')).not.toBe('k')
  })
})
