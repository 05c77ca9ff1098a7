import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { environmentNames, readConfig, readPlatformConfig } from '#server/config.ts'
import { render, renderAgain, type Manifest } from './render.ts'
import { valueSets } from './value-sets.ts'

const secrets = [
  'SESSION_KEY',
  'SECRETS_KEY',
  'ADMIN_PASSWORD',
  'PUSHER_KEY',
  'PUSHER_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
]
const hex = randomBytes(32).toString('hex')
/** The contents of the operator's Secret, as the values describe it. */
const existing: Record<string, string> = {
  SESSION_KEY: hex,
  SECRETS_KEY: hex,
  PUSHER_KEY: 'key',
  PUSHER_SECRET: 'secret',
  DATABASE_URL: 'postgres://console@db.example.test/console',
  OIDC_CLIENT_SECRET: 'word',
}

const variable = z.union([
  z.strictObject({ name: z.string(), value: z.string() }),
  z.strictObject({
    name: z.string(),
    valueFrom: z.strictObject({
      secretKeyRef: z.strictObject({ name: z.string(), key: z.string(), optional: z.boolean().optional() }),
    }),
  }),
])
const deployment = z.looseObject({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.object({
    template: z.object({
      spec: z.object({ containers: z.tuple([z.looseObject({ env: z.array(variable) })]) }),
    }),
  }),
})
const secretData = z.looseObject({
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()),
})

/** The variables of each process as its container would get them. Throws for a key that no Secret has. */
function environments(manifests: Manifest[]) {
  const made = manifests.filter(({ kind }) => kind === 'Secret').map((manifest) => secretData.parse(manifest))
  const processes = manifests.filter(({ kind }) => kind === 'Deployment').map((one) => deployment.parse(one))
  return processes.map(({ metadata, spec }) => {
    const { env } = spec.template.spec.containers[0]
    const entries = env.flatMap((one) => {
      if ('value' in one) return [[one.name, one.value] as const]
      const { name, key, optional } = one.valueFrom.secretKeyRef
      const own = made.find((secret) => secret.metadata.name === name)
      const encoded = own?.data[key]
      const value = own ? encoded && Buffer.from(encoded, 'base64').toString() : existing[key]
      if (value === undefined && !optional) throw new Error(`The Secret ${name} has no ${key}`)
      return value === undefined ? [] : [[one.name, value] as const]
    })
    return {
      part: metadata.labels['app.kubernetes.io/component'],
      env: Object.fromEntries(entries),
      names: env.map(({ name }) => name),
      plain: env.filter((one) => 'value' in one).map(({ name }) => name),
    }
  })
}

test.each(Object.entries(valueSets))('%s: each process starts with its settings', async (_name, values) => {
  for (const { part, env, names, plain } of environments(await render(values))) {
    const embedded = part === 'gateway' && env['PLATFORM_URL'] === undefined
    const known = new Set([
      ...(part === 'gateway' ? environmentNames.gateway : []),
      ...(part === 'platform' || embedded ? environmentNames.platform : []),
    ])
    expect(names.filter((name) => !known.has(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(plain.filter((name) => secrets.includes(name))).toEqual([])
    if (part === 'gateway') expect(readConfig(env).platform === null).toBe(!embedded)
    else expect(readPlatformConfig(env)).toMatchObject({ PLATFORM_HOST: '0.0.0.0', PLATFORM_PORT: 8081 })
  }
})

test('every secret that the processes read is a key of the Secret', () => {
  const all = [...environmentNames.gateway, ...environmentNames.platform]
  const secret = all.filter((name) =>
    /KEY$|SECRET$|PASSWORD$|^(DATABASE|SMTP)_URL$|^OTEL_.*HEADERS$/.test(name),
  )
  expect(new Set(secret)).toEqual(new Set(secrets))
})

test('in mode scaled the gateways reach the platform and its live events through its Service', async () => {
  const [gateway, platform] = environments(await render(valueSets['scaled, behind an ingress'] ?? {}))
  const name = 'release-workforce-console-platform'
  expect(gateway?.env).toMatchObject({
    PLATFORM_URL: `http://${name}:8081`,
    DEPLOYABLE_WORKERS: '*',
    PUSHER_HOST: name,
    PUSHER_PORT: '8081',
    PUSHER_TLS: 'false',
    PUSHER_KEY: platform?.env['PUSHER_KEY'],
  })
})

const oidc = { issuer: 'https://id.example.test/realms/one', clientId: 'console' }
const oidcEnv = { OIDC_ISSUER: oidc.issuer, OIDC_CLIENT_ID: oidc.clientId, OIDC_CLIENT_SECRET: 'word' }
const ownSignOn = {
  SSO_AUTHORIZE_URL: 'https://console.example.test/api/oidc/authorize',
  SSO_REQUIRE_STATE: true,
}

test('the embedded platform gets the settings of an issuer, and users sign in there', async () => {
  const secrets = { oidcClientSecret: 'word' }
  const values = { publicUrl: 'https://console.example.test', oidc, secrets }
  const [gateway] = environments(await render(values))
  expect(gateway?.env).toMatchObject(oidcEnv)
  expect(readConfig(gateway?.env).gateway).toMatchObject(ownSignOn)
})

test('in mode scaled only the platform gets the settings of an issuer, and the gateways redirect to it', async () => {
  const secrets = { databaseUrl: existing['DATABASE_URL'], oidcClientSecret: 'word' }
  const values = { ...valueSets['scaled, behind an ingress'], oidc, secrets }
  const [gateway, platform] = environments(
    await render({ ...values, publicUrl: 'https://console.example.test/' }),
  )
  expect(platform?.env).toMatchObject(oidcEnv)
  expect(gateway?.names.filter((name) => name.startsWith('OIDC'))).toEqual([])
  expect(readConfig(gateway?.env).gateway).toMatchObject(ownSignOn)
  const authorizeUrl = 'https://sso.example.test'
  const [other] = environments(await render({ ...values, sso: { authorizeUrl } }))
  expect(other?.env).toMatchObject({ SSO_AUTHORIZE_URL: authorizeUrl, SSO_REQUIRE_STATE: 'false' })
})

test('without an issuer no process gets its settings', async () => {
  for (const { names } of environments(await render(valueSets['scaled, behind an ingress'] ?? {})))
    expect(names.filter((name) => name.startsWith('OIDC'))).toEqual([])
})

test('keys differ between installations, and are long enough', async () => {
  const secretOf = async () =>
    secretData.parse((await renderAgain({})).find(({ kind }) => kind === 'Secret')).data
  const [one, other] = [await secretOf(), await secretOf()]
  for (const name of ['SESSION_KEY', 'SECRETS_KEY', 'ADMIN_PASSWORD']) expect(one[name]).not.toBe(other[name])
  expect(Buffer.from(one['ADMIN_PASSWORD'] ?? '', 'base64').length).toBeGreaterThanOrEqual(24)
})
