import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { environmentWith } from '#server/config.ts'
import { evidence } from '../support/evidence.ts'

/**
 * Check 64: an insecure start is refused with one clear line, and each installation has a different password.
 */

const main = path.join(import.meta.dirname, '../../dist/server/main.js')
vi.setConfig({ testTimeout: 120_000 })
let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'console-first-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Starts the console; returns its output until it served or exited, and how it exited. */
async function start(settings: Record<string, string>, folder: string) {
  const child = spawn(process.execPath, [main], {
    env: environmentWith({
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Console on')) child.kill('SIGTERM')
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const random = () => randomBytes(32).toString('hex')
const foreign = { PLATFORM_URL: 'https://platform.example.test', PUSHER_KEY: 'key' }
const insecure: [string, Record<string, string>, RegExp][] = [
  ['no secret', foreign, /^SESSION_KEY: required/],
  ['a sample as secret', { SESSION_KEY: '0123456789abcdef'.repeat(4) }, /^SESSION_KEY: must be random/],
  ['a short key', { SESSION_KEY: random().slice(0, 32) }, /^SESSION_KEY: must be 32-byte keys/],
  [
    'plain http before a foreign platform',
    { ...foreign, SESSION_KEY: random(), PUBLIC_URL: 'http://console.example.test' },
    /^PUBLIC_URL: must be https/,
  ],
  ['every address a proxy', { TRUST_PROXY: 'true' }, /^TRUST_PROXY: must be .* true would believe anybody/],
]

test('check 64: five insecure starts are refused, each password is new and shown once', async () => {
  const starts = await Promise.all(insecure.map(([, settings]) => start(settings, dataDir)))
  for (const [index, [name, , line]] of insecure.entries()) {
    const { code, output } = starts[index]!
    expect.soft(code, name).toBe(1)
    expect.soft(output.trimEnd().split('\n'), name).toEqual([expect.stringMatching(line)])
  }
  expect(await readdir(dataDir)).toEqual([])

  const passwordOf = async (folder: string) =>
    /password (\S+)/.exec((await start({}, path.join(dataDir, folder))).output)?.[1] ?? null
  const [one, again, other] = [await passwordOf('one'), await passwordOf('one'), await passwordOf('other')]
  expect(one?.length).toBeGreaterThanOrEqual(16)
  expect(other).not.toBe(one)
  expect(other).not.toBeNull()
  expect(again).toBeNull()
  evidence({
    check: 64,
    figures: { 'insecure starts refused': insecure.length, 'starts that show a password again': 0 },
    breaks: 'TRUST_PROXY may be true; the check of random keys always succeeds',
  })
})
