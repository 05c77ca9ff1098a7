import { expect, test } from 'vitest'
import { createPasswordChecker, hashPassword } from './passwords.ts'

test('only the right password matches its hash', async () => {
  const { check } = createPasswordChecker()
  const stored = await hashPassword('correct horse')
  expect(stored).toMatch(/^scrypt\$32768,8,3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await check('correct horse', stored)).toBe(true)
  expect(await check('correct horsf', stored)).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
})

test('a check for an unknown user takes as long as for a known one', async () => {
  const { check } = createPasswordChecker()
  const stored = await hashPassword('x')
  const time = async (hash: string | null) => {
    const from = process.cpuUsage()
    await check('y', hash)
    const { user } = process.cpuUsage(from)
    return user
  }
  const known = await time(stored)
  // Without the key derivation it would be far less. CPU time, so that other processes do not matter.
  expect(await time(null)).toBeGreaterThan(known / 3)
})

test('pending checks are bounded', async () => {
  const { check } = createPasswordChecker(1)
  const first = check('a', null)
  await expect(check('b', null)).rejects.toMatchObject({ statusCode: 429 })
  await first
  expect(await check('c', null)).toBe(false)
})
