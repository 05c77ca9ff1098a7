import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database.ts'

test('a test database is a clone of the migrated template', async () => {
  const database = await createTestDatabase()
  const { rows } = await database.pool.query('select count(*)::int as n from users')
  expect(rows).toEqual([{ n: 0 }])
  await database.drop()
})
