import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { refusal, type Values } from './render.ts'

const none = { platform: { mode: 'none', url: 'https://p.example.test' }, secrets: { pusherKey: 'k' } }
const databaseUrl = 'postgres://db.example.test/console'
const publicUrl = 'https://console.example.test'
const scaled = { platform: { mode: 'scaled' }, secrets: { databaseUrl }, publicUrl }
const oidc = { issuer: 'https://id.example.test', clientId: 'console' }
const oidcClientSecret = 'word'
const ingress = { enabled: true, host: 'console.example.test' }

/** Each with the start of the sentence that says what to change. */
const wrong: [string, Values, string][] = [
  ['a name that no Service may have', { nameOverride: 'the.console' }, 'A Service cannot be called'],
  [
    'embedded with two replicas',
    { gateway: { replicas: 2 } },
    'platform.mode embedded keeps its database in one pod',
  ],
  ['embedded with a scaler', { gateway: { autoscaling: { enabled: true } } }, 'platform.mode embedded keeps'],
  [
    'embedded with a database',
    { secrets: { databaseUrl } },
    'secrets.databaseUrl belongs to platform.mode scaled',
  ],
  [
    'embedded with a url',
    { platform: { url: 'https://p.test' } },
    'platform.url and platform.connectUrl belong',
  ],
  ['none without url', { ...none, platform: { mode: 'none' } }, 'platform.mode none needs platform.url'],
  [
    'none without a key',
    { ...none, secrets: {} },
    'platform.mode none needs the key of its realtime service',
  ],
  ['none over plain http', { ...none, publicUrl: 'http://console.example.test' }, 'publicUrl must be https'],
  ['none that publishes', { ...none, pusher: { appId: '1' } }, 'pusher.appId belongs to'],
  [
    'none with a volume',
    { ...none, persistence: { existingClaim: 'c' } },
    'persistence.existingClaim belongs to',
  ],
  [
    'scaled without database',
    { ...scaled, secrets: {} },
    'platform.mode scaled needs an external PostgreSQL',
  ],
  ['scaled without address', { ...scaled, publicUrl: '' }, 'platform.mode scaled needs publicUrl'],
  ['scaled over plain http', { ...scaled, publicUrl: 'http://10.0.0.1' }, 'publicUrl must be https'],
  ['a service without its secret', { pusher: { appId: '1' } }, 'pusher.appId needs secrets.pusherKey'],
  ['none with an issuer', { ...none, oidc, publicUrl }, 'oidc and secrets.oidcClientSecret belong to'],
  [
    'none with the secret of a client',
    { ...none, secrets: { ...none.secrets, oidcClientSecret } },
    'oidc and secrets.oidcClientSecret belong to',
  ],
  [
    'an issuer without client',
    { publicUrl, oidc: { issuer: oidc.issuer }, secrets: { oidcClientSecret } },
    'oidc.issuer, oidc.clientId and secrets.oidcClientSecret go together',
  ],
  [
    'an issuer without secret',
    { publicUrl, oidc },
    'oidc.issuer, oidc.clientId and secrets.oidcClientSecret go together',
  ],
  [
    'an issuer without client, beside a Secret for all',
    { publicUrl, oidc: { issuer: oidc.issuer }, secrets: { existingSecret: 'keys' } },
    'oidc.issuer, oidc.clientId and secrets.oidcClientSecret go together',
  ],
  [
    'a client without issuer',
    { publicUrl, oidc: { clientId: 'console' }, secrets: { existingSecret: 'keys' } },
    'oidc.issuer, oidc.clientId and secrets.oidcClientSecret go together',
  ],
  [
    'a client secret without client',
    { publicUrl, secrets: { oidcClientSecret } },
    'oidc.issuer, oidc.clientId and secrets.oidcClientSecret go together',
  ],
  ['an issuer without address', { oidc, secrets: { oidcClientSecret } }, 'oidc.issuer needs publicUrl'],
  [
    'secrets in two places',
    { secrets: { existingSecret: 'keys', adminPassword: 'correct horse' } },
    'secrets.existingSecret holds every secret',
  ],
  ['every address a proxy', { trustProxy: true }, 'trustProxy true would believe anybody'],
  ['an ingress without address', { ingress }, 'ingress.enabled and httpRoute.enabled need publicUrl'],
  ['an ingress and a route', { publicUrl, ingress, httpRoute: { enabled: true } }, 'Choose one way in'],
  [
    'an ingress without host',
    { publicUrl, ingress: { enabled: true } },
    'ingress.enabled needs ingress.host',
  ],
  [
    'an ingress of another host',
    { publicUrl: 'https://else.example.test', ingress },
    'publicUrl and ingress.host must name the same host',
  ],
  [
    'TLS under a plain address',
    { publicUrl: 'http://console.example.test', ingress: { ...ingress, tlsSecret: 'tls' } },
    'ingress.tlsSecret needs an https publicUrl',
  ],
  ['a route of no gateway', { publicUrl, httpRoute: { enabled: true } }, 'httpRoute.enabled needs'],
  [
    'a route of another host',
    { publicUrl, httpRoute: { enabled: true, parentRefs: [{ name: 'public' }], hostnames: ['else.test'] } },
    'httpRoute.hostnames must have the host of publicUrl',
  ],
  [
    'a session key with a pattern, after a valid one',
    { secrets: { sessionKey: `${randomBytes(32).toString('hex')},${'0123456789abcdef'.repeat(4)}` } },
    'secrets.sessionKey must be random',
  ],
  [
    'a key of one repeated byte',
    { secrets: { secretsKey: 'Ab'.repeat(32) } },
    'secrets.secretsKey must be random',
  ],
  ['a taken port', { metrics: { port: 8080 } }, 'metrics.port must not be 8080 or 8081'],
  [
    'a monitor without metrics',
    { metrics: { enabled: false, serviceMonitor: { enabled: true } } },
    'metrics.serviceMonitor.enabled needs metrics.enabled',
  ],
  [
    'a scaler with its minimum above its maximum',
    { ...none, gateway: { autoscaling: { enabled: true, minReplicas: 7 } } },
    'gateway.autoscaling.minReplicas must not be above maxReplicas',
  ],
]

test.each(wrong)('%s: does not render, and one sentence says why', async (_name, values, sentence) => {
  const said = (await refusal(values)) ?? 'it renders'
  expect(said.startsWith(sentence), said).toBe(true)
  expect(said.split('\n')).toHaveLength(1)
})

test.each<[string, Values, string]>([
  ['an unknown value', { platform: { mod: 'none' } }, 'platform: Additional property mod is not allowed'],
  ['an unknown mode', { platform: { mode: 'both' } }, 'platform.mode'],
  ['a key of another form', { secrets: { sessionKey: 'short' } }, 'secrets.sessionKey'],
  ['a short password', { secrets: { adminPassword: 'short' } }, 'secrets.adminPassword'],
  ['an issuer over plain http', { oidc: { ...oidc, issuer: 'http://id.example.test' } }, 'oidc.issuer'],
  ['a name that begins with a digit', { fullnameOverride: '1console' }, 'fullnameOverride'],
  ['no limits', { gateway: { resources: { limits: null } } }, 'gateway.resources'],
])('%s: the schema names it', async (_name, values, words) => {
  expect(await refusal(values)).toContain(words)
})
