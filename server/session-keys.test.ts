import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptSessionKeys } from './session-keys.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a key is made once, for the owner alone, also by two at a time', async () => {
  const [one, other] = await Promise.all([keptSessionKeys(folder), keptSessionKeys(folder)])
  expect(one).toEqual(other)
  expect(await keptSessionKeys(folder)).toEqual(one)
  expect(one[0]).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(path.join(folder, 'keys/session'))).mode & 0o777).toBe(0o600)
})

test('a spoiled file is told, not replaced', async () => {
  await keptSessionKeys(folder)
  await writeFile(path.join(folder, 'keys/session'), 'oops')
  await expect(keptSessionKeys(folder)).rejects.toThrow('does not hold 32-byte keys')
})
