import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { createDatabase } from '../db/database.ts'
import { createLink, findLink, purgeExpiredLinks } from './mail-links.ts'

test('expired links are removed, valid ones stay', async () => {
  const { pool, drop } = await createTestDatabase()
  const db = createDatabase(pool)
  const link = (now: number) => createLink(db, { kind: 'password-reset', email: 'a@b.test', by: null, now })
  const [old, young] = [await link(0), await link(1)]
  await purgeExpiredLinks(db, 3_600_000)
  expect(await findLink(db, 'password-reset', old, 0)).toBe(null)
  expect(await findLink(db, 'password-reset', young, 0)).toMatchObject({ email: 'a@b.test' })
  await drop()
})
