import { randomBytes } from 'node:crypto'
import type { Values } from './render.ts'

const key = () => randomBytes(32).toString('hex')
const publicUrl = 'https://console.example.test'
const scaled = { mode: 'scaled' }
const oidc = { issuer: 'https://id.example.test:8443/realms/one', clientId: 'console' }
const databaseUrl = 'postgres://console:word@db.example.test:5432/console'

/** Every combination that the chart supports: each mode, kind of access, kind of secret and optional part. */
export const valueSets: Record<string, Values> = {
  'the defaults': {},
  'embedded, behind an ingress, with mail and sign-on': {
    publicUrl,
    trustProxy: '10.0.0.0/8,192.168.0.0/16',
    stage: 'staging',
    logLevel: 'debug',
    ingress: { enabled: true, className: 'nginx', host: 'console.example.test', tlsSecret: 'console-tls' },
    platform: { adminEmail: 'ops@example.test', mailFrom: 'Console <console@example.test>', queue: 'none' },
    sso: {
      authorizeUrl: 'https://id.example.test/authorize',
      logoutUrl: 'https://id.example.test/logout',
      vendor: 'Example',
      requireState: true,
    },
    secrets: {
      sessionKey: `${key()},${key()}`,
      secretsKey: key(),
      adminPassword: 'correct horse battery',
      smtpUrl: 'smtps://user:word@mail.example.test',
    },
    persistence: { existingClaim: 'kept', size: '5Gi' },
  },
  'embedded, published through a hosted service': {
    pusher: { appId: 12345, cluster: 'mt1' },
    secrets: { pusherKey: 'app-key', pusherSecret: 'app-secret' },
    persistence: { storageClass: 'fast' },
  },
  'embedded, with sign-on at an issuer': {
    publicUrl,
    oidc,
    sso: { vendor: 'Example' },
    platform: { adminEmail: 'ops@example.test' },
    secrets: { oidcClientSecret: 'client-secret', otlpHeaders: 'authorization=Bearer%20word' },
    traces: {
      endpoint: 'http://collector.monitoring:4318',
      serviceName: 'console',
      resourceAttributes: 'deployment.environment.name=test',
      sampler: 'parentbased_traceidratio',
      samplerArg: 0.25,
      urlTemplate: 'https://tempo.example.test/trace/{traceId}',
    },
  },
  'embedded, behind an ingress, under names that YAML takes for something else': {
    publicUrl,
    nameOverride: '10',
    fullnameOverride: 'true',
    ingress: { enabled: true, className: '1e3', host: 'console.example.test', tlsSecret: 'null' },
    secrets: { existingSecret: '123' },
    persistence: { existingClaim: '42' },
  },
  'embedded, of a class that YAML takes for a number': { persistence: { storageClass: '1' } },
  'a platform elsewhere': {
    platform: { mode: 'none', url: 'https://platform.example.test' },
    secrets: { pusherKey: 'app-key' },
  },
  'a platform elsewhere, many gateways, one Secret for all': {
    publicUrl,
    trustProxy: 2,
    deployableWorkers: 'dummy,webcam',
    platform: {
      mode: 'none',
      url: 'http://platform.internal:8443/base',
      connectUrl: 'https://connect.example.test',
    },
    pusher: { host: 'soketi.internal', port: 6001, tls: false },
    gateway: { maxSockets: 2_000_000, autoscaling: { enabled: true, maxReplicas: 12 } },
    secrets: { existingSecret: 'console-keys' },
    httpRoute: {
      enabled: true,
      parentRefs: [{ name: 'public', namespace: 'gateways' }],
      hostnames: ['console.example.test'],
    },
    metrics: { serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } },
    networkPolicy: {
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'gateways' } } }],
      metricsFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
      egress: [{ to: [{ ipBlock: { cidr: '192.0.2.0/24' } }] }],
    },
  },
  'scaled, behind an ingress': {
    publicUrl,
    platform: scaled,
    gateway: { replicas: 3 },
    secrets: { databaseUrl },
    ingress: { enabled: true, host: 'console.example.test', annotations: {} },
  },
  'scaled, with everything of the cluster': {
    publicUrl,
    oidc,
    nameOverride: 'console',
    fullnameOverride: 'ops-console',
    image: { repository: 'registry.example.test/console', digest: `sha256:${key()}`, pullPolicy: 'Always' },
    imagePullSecrets: [{ name: 'registry' }],
    platform: {
      ...scaled,
      replicas: 4,
      queueUrlBase: 'https://queues.example.test/queue',
      retentionDays: 30,
      fluxGitUrl: 'ssh://git@git.example.test/ops/fleet',
      fluxGitBranch: 'live',
      fluxGitSecret: 'fleet-keys',
    },
    pusher: { appId: 'app', host: 'soketi.internal', port: 6001, tls: false },
    secrets: { existingSecret: 'console-keys' },
    httpRoute: { enabled: true, parentRefs: [{ name: 'public' }], timeouts: null },
    service: { type: 'LoadBalancer', port: 8080 },
    podAnnotations: { owner: 'ops' },
    podLabels: { tier: 'front' },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, podAffinityTerm: { topologyKey: 'topology.kubernetes.io/zone' } },
        ],
      },
    },
  },
  'the least': {
    metrics: { enabled: false },
    networkPolicy: { enabled: false },
    podDisruptionBudget: { enabled: false },
    platform: { ...scaled, queue: 'none' },
    publicUrl: 'http://localhost:8080',
    secrets: { databaseUrl },
  },
}
