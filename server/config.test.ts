import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ConfigError,
  environmentNames,
  readConfig,
  readGatewayConfig,
  readPlatformConfig,
  type Environment,
} from './config.ts'

const key = '0123456789abcdef02468ace13579bdffedcba9876543210eca86420fdb97531'
const olderKey = [...key].reverse().join('')

function problemsOf(env: Environment): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('without any name: the embedded platform with its defaults', () => {
  const { gateway, platform } = readConfig({})
  expect(gateway).toMatchObject({ HOST: '0.0.0.0', PORT: 8080, SESSION_MAX_AGE: 12 * 3_600_000 })
  expect(platform).toMatchObject({
    PLATFORM_HOST: '127.0.0.1',
    PLATFORM_PORT: 0,
    ADMIN_EMAIL: 'admin@localhost',
  })
})

test('an empty value counts as unset', () => {
  expect(readGatewayConfig({ PORT: '', PUBLIC_URL: ' ' })).toMatchObject({ PORT: 8080 })
})

test('all problems of both processes are reported together, each once', () => {
  expect(
    problemsOf({
      PORT: '99999',
      SESSION_IDLE: '1 hour',
      SESSION_KEY_FILE: '/nowhere/key',
      DATABASE_URL: 'mysql://x',
      ADMIN_PASSWORD: 'short',
    }).map((problem) => problem.split(':')[0]),
  ).toEqual(['PORT', 'SESSION_IDLE', 'SESSION_KEY_FILE', 'DATABASE_URL', 'ADMIN_PASSWORD', 'SECRETS_KEY'])
})

test('DATABASE_URL requires the key that seals the secrets', () => {
  const DATABASE_URL = 'postgres://db.example/console'
  expect(problemsOf({ DATABASE_URL })).toEqual(['SECRETS_KEY: required with DATABASE_URL'])
  expect(readPlatformConfig({ DATABASE_URL, SECRETS_KEY: key }).SECRETS_KEY).toBe(key)
})

test('an external realtime service requires key and secret', () => {
  expect(problemsOf({ PUSHER_APP_ID: '1' })).toEqual([
    'PUSHER_KEY: required with PUSHER_APP_ID',
    'PUSHER_SECRET: required with PUSHER_APP_ID',
  ])
})

describe('single sign-on of the embedded platform', () => {
  const oidc = {
    OIDC_ISSUER: 'https://id.example.test/realms/one/',
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 'secret',
  }
  const foreign = { PLATFORM_URL: 'https://p.example', PUSHER_KEY: 'k', SESSION_KEY: key }

  test('requires all three names', () => {
    expect(problemsOf({ OIDC_ISSUER: oidc.OIDC_ISSUER })).toEqual([
      'OIDC_CLIENT_ID: required with OIDC_ISSUER',
      'OIDC_CLIENT_SECRET: required with OIDC_ISSUER',
    ])
    expect(problemsOf({ ...oidc, OIDC_ISSUER: '' })).toEqual(['OIDC_ISSUER: required with OIDC_CLIENT_ID'])
    expect(readPlatformConfig(oidc).OIDC_ISSUER).toBe('https://id.example.test/realms/one')
  })

  test('requires https for the issuer, except on this machine', () => {
    const at = (OIDC_ISSUER: string) => problemsOf({ ...oidc, OIDC_ISSUER })
    expect(at('http://id.example.test')).toEqual([expect.stringMatching(/^OIDC_ISSUER: must be https/)])
    expect(at('ldap://id.example.test')).toEqual(['OIDC_ISSUER: must be an http or https address'])
    expect(at('http://localhost:9000')).toEqual([])
  })

  test('is the redirect of the login page, unless another address or a foreign platform is configured', () => {
    expect(readConfig({ ...oidc, PUBLIC_URL: 'https://c.example.test' }).gateway).toMatchObject({
      SSO_AUTHORIZE_URL: 'https://c.example.test/api/oidc/authorize',
      SSO_REQUIRE_STATE: true,
    })
    expect(readConfig({ ...oidc, PORT: '81' }).gateway.SSO_AUTHORIZE_URL).toBe(
      'http://localhost:81/api/oidc/authorize',
    )
    const SSO_AUTHORIZE_URL = 'https://sso.example.test'
    const own = { SSO_AUTHORIZE_URL, SSO_REQUIRE_STATE: false }
    expect(readConfig({ ...oidc, SSO_AUTHORIZE_URL }).gateway).toMatchObject(own)
    for (const env of [{ ...oidc, ...foreign }, {}])
      expect(readConfig(env).gateway.SSO_AUTHORIZE_URL).toBeUndefined()
  })
})

test('the repository of Flux is an https, ssh or file address, and a refused one is not shown', () => {
  for (const FLUX_GIT_URL of [
    'ssh://git@git.example.test/ops/fleet',
    'https://user:pass%2Fword@git.example.test/ops/fleet.git',
    'file:///srv/git/fleet.git',
  ])
    expect(readPlatformConfig({ FLUX_GIT_URL }).FLUX_GIT_URL).toBe(FLUX_GIT_URL)
  for (const FLUX_GIT_URL of [
    'git@git.example.test:ops/fleet',
    'http://user:password@git.example.test/ops/fleet',
    'ext::sh -c "touch /tmp/x"',
    'ssh://-oProxyCommand=x/ops',
    'file://host/srv/git',
    'https://git.example.test',
  ])
    expect(problemsOf({ FLUX_GIT_URL })).toEqual([
      'FLUX_GIT_URL: must be an https, ssh or file address, like https://git.example.com/ops/fleet.git',
    ])
  expect(problemsOf({ FLUX_GIT_BRANCH: '--upload-pack=x' })[0]).toContain('must be the name of a branch')
})

test('a foreign platform requires its key and a session key, and no platform configuration', () => {
  expect(problemsOf({ PLATFORM_URL: 'https://p.example', ADMIN_PASSWORD: 'short' })).toEqual([
    'PUSHER_KEY: required when PLATFORM_URL is set',
    'SESSION_KEY: required when PLATFORM_URL is set (or SESSION_KEY_FILE)',
  ])
  expect(
    readConfig({ PLATFORM_URL: 'https://p.example/', PUSHER_KEY: 'k', SESSION_KEY: key }).gateway,
  ).toMatchObject({
    PLATFORM_URL: 'https://p.example',
    SESSION_KEY: [key],
  })
})

test('missing names of a foreign platform are reported together with invalid values', () => {
  const problems = problemsOf({ PLATFORM_URL: 'ftp://p.example', PORT: 'x', TRUST_PROXY: '10.0.0.1, proxy' })
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    'PORT',
    'TRUST_PROXY',
    'PLATFORM_URL',
    'PUSHER_KEY',
    'SESSION_KEY',
  ])
})

test.each(['2', 'loopback', '10.0.0.1, 192.168.0.0/16', '::1', 'fd00::/8'])(
  'TRUST_PROXY may be %s',
  (TRUST_PROXY) => expect(readGatewayConfig({ TRUST_PROXY })).toMatchObject({ TRUST_PROXY }),
)

test.each(['true', 'nonsense', '10.0.0.1/33', '10.0.0.0/8/1', '-1', '10.0.0.1,'])(
  'TRUST_PROXY may not be %s',
  (TRUST_PROXY) =>
    expect(problemsOf({ TRUST_PROXY })).toEqual([expect.stringMatching(/^TRUST_PROXY: must be/)]),
)

test('session keys are read from a file, unless SESSION_KEY is set', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-key-'))
  const file = path.join(folder, 'key')
  writeFileSync(file, `${key}, ${olderKey}\n`)
  expect(readGatewayConfig({ SESSION_KEY_FILE: file }).SESSION_KEY).toEqual([key, olderKey])
  expect(readGatewayConfig({ SESSION_KEY_FILE: file, SESSION_KEY: key }).SESSION_KEY).toEqual([key])
  rmSync(folder, { recursive: true })
})

test.each(['', ' \n'])('a key file of %j is a problem, and never replaced by a generated key', (content) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-key-'))
  const SESSION_KEY_FILE = path.join(folder, 'key')
  writeFileSync(SESSION_KEY_FILE, content)
  const foreign = { PLATFORM_URL: 'https://p.example', PUSHER_KEY: 'k', SESSION_KEY_FILE }
  expect(problemsOf(foreign)).toEqual(['SESSION_KEY_FILE: the file is empty'])
  expect(problemsOf({ SESSION_KEY_FILE })).toEqual(['SESSION_KEY_FILE: the file is empty'])
  rmSync(folder, { recursive: true })
})

test('keys must be random: patterns and samples are refused', () => {
  for (const hex of ['ab'.repeat(32), '0123456789abcdef'.repeat(4), '0'.repeat(64)]) {
    expect(problemsOf({ SESSION_KEY: `${key},${hex}`, SECRETS_KEY: hex })).toEqual([
      expect.stringMatching(/^SESSION_KEY: must be random/),
      expect.stringMatching(/^SECRETS_KEY: must be random/),
    ])
  }
  expect(problemsOf({ SESSION_KEY: 'short' })).toEqual([
    'SESSION_KEY: must be 32-byte keys in hex, comma separated',
  ])
})

test.each(['http://console.example.test', 'http://10.0.0.1:8080', 'http://localhost.example.test'])(
  'with a foreign platform %s is refused: the cookie would be sent unencrypted',
  (PUBLIC_URL) => {
    const foreign = { PLATFORM_URL: 'https://p.example', PUSHER_KEY: 'k', SESSION_KEY: key }
    expect(problemsOf({ ...foreign, PUBLIC_URL })).toEqual([
      expect.stringMatching(/^PUBLIC_URL: must be https/),
    ])
    expect(problemsOf({ PUBLIC_URL })).toEqual([])
    for (const fine of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:80', 'https://c.test'])
      expect(problemsOf({ ...foreign, PUBLIC_URL: fine })).toEqual([])
  },
)

test('PUBLIC_URL is an origin; a slash at its end is left out', () => {
  for (const [given, kept] of [
    ['https://console.example.test/', 'https://console.example.test'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:80//', 'http://[::1]:80'],
  ] as const)
    expect(readConfig({ PUBLIC_URL: given }).gateway.PUBLIC_URL).toBe(kept)
  for (const more of ['/path', '/path/', '?a=1', '#a', '/?a=1'])
    expect(problemsOf({ PUBLIC_URL: `https://console.example.test${more}` })).toEqual([
      'PUBLIC_URL: must be an origin such as https://console.example.com, without a path',
    ])
  expect(problemsOf({ PUBLIC_URL: 'https://user@console.example.test' })).toHaveLength(1)
})

test('the e-mail address of the first user and the sender of mails are checked', () => {
  expect(readPlatformConfig({ ADMIN_EMAIL: ' Ana@Example.test ' }).ADMIN_EMAIL).toBe('ana@example.test')
  for (const MAIL_FROM of [
    'console@example.test',
    'Console <console@example.test>',
    '"Example, Console" <console@localhost>',
    'Console <console@häuser.example>',
  ])
    expect(readPlatformConfig({ MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
  expect(problemsOf({ ADMIN_EMAIL: 'nope', MAIL_FROM: 'a b' })).toEqual([
    'ADMIN_EMAIL: must be an e-mail address such as admin@example.com',
    'MAIL_FROM: must be an e-mail address, or a name and one: Console <console@example.com>',
  ])
  for (const MAIL_FROM of ['Console <nope>', '<>', 'Console', 'a@'])
    expect(problemsOf({ MAIL_FROM })).toEqual([expect.stringMatching(/^MAIL_FROM: must be/)])
})

describe('ports of listeners', () => {
  test('differ at one address, and are reported together with other problems', () => {
    expect(problemsOf({ METRICS_PORT: '8080', LOG_LEVEL: 'loud' })).toEqual([
      expect.stringMatching(/^LOG_LEVEL: must be one of fatal, /),
      'METRICS_PORT: must differ from PORT',
    ])
    expect(problemsOf({ PORT: '81', METRICS_PORT: '82', PLATFORM_PORT: '82' })).toEqual([
      'PLATFORM_PORT: must differ from METRICS_PORT',
    ])
    expect(problemsOf({ PORT: '81', METRICS_PORT: '81', PLATFORM_PORT: '81' })).toEqual([
      'METRICS_PORT: must differ from PORT',
      'PLATFORM_PORT: must differ from PORT',
    ])
    const same = { PLATFORM_PORT: '81', METRICS_PORT: '81' }
    expect(() => readPlatformConfig(same, { alone: true })).toThrow(
      /^METRICS_PORT: must differ from PLATFORM_PORT$/,
    )
  })

  test.each([
    { PORT: '0', METRICS_PORT: '0', PLATFORM_PORT: '0' },
    { HOST: '10.0.0.5', PLATFORM_PORT: '8080' },
    { HOST: '0.0.0.0', PLATFORM_HOST: '::1', PLATFORM_PORT: '8080' },
    { PLATFORM_URL: 'https://p.example', PUSHER_KEY: 'k', SESSION_KEY: key, PLATFORM_PORT: '8080' },
  ])('may be the same where they do not meet: %j', (env) => expect(problemsOf(env)).toEqual([]))

  test('of a platform that a gateway starts do not meet that of its metrics', () => {
    const env = { HOST: '10.0.0.5', METRICS_PORT: '9000', PLATFORM_PORT: '9000' }
    expect(problemsOf(env)).toEqual([])
  })
})

test('every problem says what is wanted, in words of our own', () => {
  const names = Object.values(environmentNames)
    .flat()
    .filter((name) => name !== 'PLATFORM_URL')
  for (const wrong of ['nonsense x', '-1', '1.5', '99999999']) {
    const env = Object.fromEntries(names.map((name) => [name, wrong]))
    for (const problem of problemsOf(env))
      expect(problem).toMatch(/^[A-Z_0-9]+: (must |required |cannot be read)/)
  }
  expect(problemsOf({ PORT: 'x', METRICS_PORT: '1.5', CALLS_PER_CALLER: '0', MIN_FREE_MB: '5' })).toEqual([
    'PORT: must be a whole number from 0 to 65535',
    'METRICS_PORT: must be a whole number from 0 to 65535',
    'CALLS_PER_CALLER: must be a whole number of at least 1',
    'MIN_FREE_MB: must be 0, or a whole number of at least 32',
  ])
})

test('durations have units', () => {
  expect(readGatewayConfig({ SESSION_IDLE: '90s' }).SESSION_IDLE).toBe(90_000)
  expect(() => readGatewayConfig({ SESSION_IDLE: '90' })).toThrow('SESSION_IDLE')
})

test('no problem repeats a secret', () => {
  expect(() => readPlatformConfig({ ADMIN_PASSWORD: 'hunter2' })).toThrow(/^ADMIN_PASSWORD: must have/)
})
