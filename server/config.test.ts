import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readGatewayConfig, readPlatformConfig, type Environment } from './config.ts'

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

test('durations have units', () => {
  expect(readGatewayConfig({ SESSION_IDLE: '90s' }).SESSION_IDLE).toBe(90_000)
  expect(() => readGatewayConfig({ SESSION_IDLE: '90' })).toThrow('SESSION_IDLE')
})

test('no problem repeats a secret', () => {
  expect(() => readPlatformConfig({ ADMIN_PASSWORD: 'hunter2' })).toThrow(/^ADMIN_PASSWORD: must have/)
})
