import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakePlatform, type FakePlatform } from './fake-platform.ts'
import { endProcess, ownerPassword, startPlatformProcess } from './platform-process.ts'

/**
 * A platform that is not this project's own, as the gateway sees it: every call of the contract is answered
 * in the form of a foreign platform, with the fault switches and the records of the fake platform. A real
 * platform in a separate process executes the calls. It has no features.
 */
export interface ForeignPlatform extends FakePlatform {
  /** The first user. */
  admin: { email: string; password: string }
  /** The environment of a gateway that uses it. */
  environment: Record<string, string>
}

export async function startForeignPlatform(): Promise<ForeignPlatform> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'console-foreign-'))
  const { child, ready } = await startPlatformProcess({
    DATA_DIR: dataDir,
    PLATFORM_PORT: '0',
    PUSHER_KEY: 'foreign-key',
  })
  const fake = await startFakePlatform({ behind: ready.url, convert: foreignForm })
  fake.mode({ status: 404, body: '{}' }, '/api/capabilities')
  const { key, host, port } = ready.pusher
  const environment = {
    PLATFORM_URL: fake.url,
    SESSION_KEY: randomBytes(32).toString('hex'),
    DEPLOYABLE_WORKERS: '*',
    PUSHER_KEY: key,
    PUSHER_HOST: host,
    PUSHER_PORT: String(port),
    PUSHER_TLS: 'false',
  }
  return Object.assign(fake, {
    admin: { email: 'admin@localhost', password: ownerPassword },
    environment,
    async close() {
      await fake.stop()
      await endProcess(child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  })
}

type Answer = Record<string, unknown>

/** Lists and values that are not entities keep their form. */
const bare = ['data', 'total', 'docs', 'collaborators', 'count', 'matched']

/** What only a platform with features answers of a run or of a task. */
const ofFeatures = new Set(
  'parent children plan activeMs activeSince restarts taskCounts strip reruns why tries conditionText'.split(
    ' ',
  ),
)

/** Entities that have no version there. */
const withoutVersion = /^\/api\/(apps|clusters|teams)\b/

/**
 * An answer in the form of a foreign platform: one entity in `data`, the members of a team in `members`, the
 * keys of an alias in `keys`; nothing of features.
 */
export function foreignForm(url: string, answer: unknown): unknown {
  const inner = renameKeys(answer, withoutVersion.test(url))
  if (!isObject(inner)) return inner
  if (/^\/api\/teams\/[^/]+\/members(\?|$)/.test(url) && Array.isArray(inner['data'])) {
    const { data, ...rest } = inner
    return { ...rest, members: data }
  }
  if (bare.some((name) => name in inner)) return inner
  return ['_id', 'token', 'userAccountHash'].some((name) => name in inner) ? { data: inner } : inner
}

function renameKeys(value: unknown, unversioned: boolean): unknown {
  if (Array.isArray(value)) return value.map((inner) => renameKeys(inner, unversioned))
  if (!isObject(value)) return value
  const isOfRun = 'status' in value && 'appId' in value
  const kept = Object.entries(value).filter(
    ([name]) => !(isOfRun && ofFeatures.has(name)) && !(unversioned && name === 'version'),
  )
  return Object.fromEntries(
    kept.map(([name, inner]) => [name === 'privateKeys' ? 'keys' : name, renameKeys(inner, unversioned)]),
  )
}

const isObject = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
