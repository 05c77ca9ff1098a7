import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generatedKey } from './generated-key.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a key is generated once, readable only by its owner, also by two processes at the same time', async () => {
  const [one, other] = await Promise.all([generatedKey(folder, 'session'), generatedKey(folder, 'session')])
  expect(one).toEqual(other)
  expect(await generatedKey(folder, 'session')).toEqual(one)
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(path.join(folder, 'keys/session'))).mode & 0o777).toBe(0o600)
})

test('an invalid file is reported, not replaced', async () => {
  await generatedKey(folder, 'session')
  await writeFile(path.join(folder, 'keys/session'), 'oops')
  await expect(generatedKey(folder, 'session')).rejects.toThrow('does not hold 32-byte keys')
})
