import { expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'

const fields = 'id at actor action entity reason result about { name appId total }'

it('filters go to the platform, and a record has what is known of its entity', async () => {
  const row = {
    _id: 'r1',
    at: '2026-11-22T14:02:00.000Z',
    actor: 'ana@example.com',
    action: 'task.complete',
    entity: 't1',
    reason: 'The bank did it',
    result: 'done',
    about: { name: 'Charge cards', appId: 'a1', total: null },
  }
  const { data, errors, calls } = await runOperation(
    `{ audit(page: 1, perPage: 10, actor: "ana@example.com", action: ["task"]) { total rows { ${fields} } } }`,
    { 'GET audit': { data: [row], total: 1 } },
  )
  expect(errors).toBeUndefined()
  const { _id: id, ...rest } = row
  expect(data).toEqual({ audit: { total: 1, rows: [{ id, ...rest }] } })
  expect(calls).toMatchObject([
    { method: 'GET', path: 'audit', query: { page: 1, actor: 'ana@example.com' } },
  ])
})

it('a platform that answers other rows breaks no field', async () => {
  const { data, errors } = await runOperation(`{ audit { total rows { ${fields} } } }`, {
    'GET audit': { data: [{ _id: 'r1', about: 7 }, null] },
  })
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({ audit: { rows: [{ id: 'r1', about: null }] } })
})

it('names that are left out are sent only to a platform that knows them', async () => {
  const query = '{ audit(action: ["plan", "-workqueue.start"]) { total } }'
  const asked = async (features: string[]) => {
    const { calls } = await runOperation(query, {
      'GET audit': { data: [], total: 0 },
      'GET capabilities': { version: '9', features },
    })
    return calls.find(({ path }) => path === 'audit')?.query
  }
  expect(await asked(['audit'])).toMatchObject({ action: ['plan'] })
  expect(await asked(['audit', 'auditExcludes'])).toMatchObject({ action: ['plan', '-workqueue.start'] })
})

it('records are folded only by a platform that can, and their folds are told', async () => {
  const query = '{ audit(fold: true) { rows { id folded since } } }'
  const row = { _id: 'r1', folded: 4, since: '2026-11-22T14:02:00.000Z' }
  const answers = { 'GET audit': { data: [row], total: 1 } }
  const older = await runOperation(query, answers)
  expect(older.calls.find(({ path }) => path === 'audit')?.query).not.toHaveProperty('fold', true)
  const { data, calls } = await runOperation(query, {
    ...answers,
    'GET capabilities': { version: '9', features: ['audit', 'auditFolds'] },
  })
  expect(calls.find(({ path }) => path === 'audit')?.query).toMatchObject({ fold: true })
  expect(data).toEqual({ audit: { rows: [{ id: 'r1', folded: 4, since: '2026-11-22T14:02:00.000Z' }] } })
})
