import { readdirSync } from 'node:fs'

/**
 * Which part of the source may import which. A domain has the same name in every part; its folders must have one of the
 * names of `known`.
 */
const root = import.meta.dirname
const homes = ['shared/domains', 'server/gateway/domains', 'server/platform/domains', 'web/domains']
const known = 'account apps workqueues tasks backlog plans workers scripts teams clusters'.split(' ')

for (const home of homes)
  for (const name of readdirSync(`${root}/${home}`))
    if (!known.includes(name)) throw new Error(`${home}/${name}: no such domain (known: ${known.join(', ')})`)

/** The topics of web/ui in their order: each may import those before it. */
const uiTopics = ['feedback', 'display', 'form', 'time', 'dialog', 'editor', 'page', 'table']
for (const topic of readdirSync(`${root}/web/ui`))
  if (!uiTopics.includes(topic)) throw new Error(`web/ui/${topic}: not in the order of topics`)

const element = (type, ...patterns) => patterns.map((pattern) => ({ type, pattern, mode: 'full' }))
const domains = (type, home) => [{ type, pattern: `${home}/*/**/*`, mode: 'full', capture: ['domain'] }]

/**
 * The layers of the gateway, lowest first, and what each may import besides itself. A layer may import
 * only layers before it. `realtime` and `graphql`, the two transports of `/graphql`, meet only in `app`.
 */
const gatewayLayers = {
  lib: [],
  upstream: ['lib'],
  session: ['lib', 'upstream'],
  realtime: ['lib', 'upstream', 'session'],
  graphql: ['lib', 'upstream', 'session'],
  proxy: ['lib', 'upstream', 'session'],
  plugins: ['lib', 'upstream', 'session'],
  metrics: ['lib'],
  domain: ['lib', 'upstream', 'session', 'realtime', 'graphql'],
  app: ['lib', 'upstream', 'session', 'realtime', 'graphql', 'proxy', 'plugins', 'metrics', 'domain'],
}
/**
 * The layers of the platform, lowest first, and what each may import besides itself. `engine` decides what happens to a
 * run and does no input or output; `runs` stores it. `queue`, `people` and `bulk` each serve a kind of caller and meet
 * only in `domain` and `app`.
 */
const platformLayers = {
  engine: [],
  db: ['engine'],
  runs: ['engine', 'db'],
  realtime: ['engine', 'db'],
  auth: ['engine', 'db'],
  oidc: ['auth'],
  mail: [],
  plugins: ['db', 'auth'],
  people: ['db', 'auth', 'plugins', 'mail'],
  bulk: ['db', 'auth', 'plugins'],
  queue: ['engine', 'db', 'auth', 'plugins'],
  domain: ['engine', 'db', 'runs', 'auth', 'oidc', 'mail', 'plugins', 'people', 'bulk', 'queue'],
  app: [
    'engine',
    'db',
    'runs',
    'realtime',
    'auth',
    'oidc',
    'mail',
    'plugins',
    'people',
    'bulk',
    'queue',
    'domain',
  ],
}

/** A layer is a folder of `home`; the files directly in `home` are `app`. A domain is matched before, by its name. */
const layerFolder = (home, layer) => (layer === 'app' ? `${home}/*.ts` : `${home}/${layer}/**/*`)
const layerElements = (name, home, layers) =>
  Object.keys(layers).flatMap((layer) => element(`${name}-${layer}`, layerFolder(home, layer)))

/** The first matching pattern decides. */
export const boundaryElements = [
  ...element('test', 'tests/**/*', '**/*.test.ts', '**/*.test.tsx', '**/test-bed.tsx'),

  ...domains('shared-domain', 'shared/domains'),
  ...element('shared-lib', 'shared/lib/**/*'),
  ...element('shared', 'shared/**/*'),

  ...element('server-config', 'server/{config,config-schema}.ts'),
  ...element('server-lib', 'server/lib/**/*'),
  ...domains('gateway-domain', 'server/gateway/domains'),
  ...layerElements('gateway', 'server/gateway', gatewayLayers),
  ...domains('platform-domain', 'server/platform/domains'),
  ...layerElements('platform', 'server/platform', platformLayers),
  ...element('server', 'server/*.ts'),

  ...domains('web-domain', 'web/domains'),
  ...element('web-paths', 'web/paths.ts'),
  ...element('web-lib', 'web/lib/**/*'),
  ...uiTopics.map((topic) => ({ type: `web-ui-${topic}`, pattern: `web/ui/${topic}/*`, mode: 'full' })),
  ...element('web-graph', 'web/graph/**/*'),
  ...element('web-realtime', 'web/realtime/**/*'),
  ...element('web', 'web/{app,build}/**/*', 'web/*.{ts,tsx}'),
]

const shared = ['shared', 'shared-lib', 'shared-domain']
const base = [...shared, 'server-lib', 'server-config']
const gateway = Object.keys(gatewayLayers).map((layer) => `gateway-${layer}`)
const platform = Object.keys(platformLayers).map((layer) => `platform-${layer}`)
const webUi = uiTopics.map((topic) => `web-ui-${topic}`)
const webBase = ['web-lib', 'web-paths', ...webUi]
const webParts = [...webBase, 'web-graph', 'web-realtime']

const may = (from, ...types) => ({
  from: { element: { type: from } },
  allow: { to: { element: { types: { anyOf: types } } } },
})

/** Only within its own domain. */
const mayWithinDomain = (from, ...types) => ({
  from: { element: { type: from } },
  allow: {
    to: {
      element: { types: { anyOf: types }, captured: { domain: '{{ from.element.captured.domain }}' } },
    },
  },
})

/** Each layer may import itself, those listed for it, and what both sides share; a domain only itself and not another. */
const mayBelow = (name, layers, common) =>
  Object.entries(layers).map(([layer, below]) => {
    const own = layer === 'domain' ? [] : [layer]
    return may(`${name}-${layer}`, ...[...own, ...below].map((other) => `${name}-${other}`), ...common)
  })

/** Imports from one domain to another, each with its reason. */
const exceptions = [
  // A plan is the definition of a workqueue.
  ['shared-domain', 'plans', 'workqueues'],
  // A workqueue is made of tasks, and so is its screen.
  ['shared-domain', 'workqueues', 'tasks'],
  ['web-domain', 'workqueues', 'tasks'],
]

export const boundaryPolicies = [
  // These rules do not apply to packages and Node's own modules.
  { allow: { to: { module: { origin: 'external' } } } },
  { allow: { to: { module: { origin: 'core' } } } },

  may('test', 'test', ...base, ...gateway, ...platform, 'server', ...webParts, 'web-domain', 'web'),

  may('shared-lib', 'shared-lib'),
  may('shared', ...shared),
  may('shared-domain', 'shared-lib', 'shared'),
  mayWithinDomain('shared-domain', 'shared-domain'),

  may('server-lib', 'server-lib', ...shared),
  may('server-config', 'server-config', 'server-lib'),
  may('server', 'server', ...base, 'gateway-app', 'platform-app'),

  ...mayBelow('gateway', gatewayLayers, base),
  mayWithinDomain('gateway-domain', 'gateway-domain'),
  ...mayBelow('platform', platformLayers, [...shared, 'server-lib']),
  mayWithinDomain('platform-domain', 'platform-domain'),
  may('platform-app', 'server', 'server-config'),

  may('web-lib', 'web-lib', 'web-paths', ...shared),
  may('web-paths', ...shared),
  ...webUi.map((topic, index) => may(topic, ...webUi.slice(0, index + 1), 'web-lib', 'web-paths', ...shared)),
  may('web-graph', 'web-graph', ...webBase, ...shared),
  may('web-realtime', 'web-realtime', ...webBase, ...shared),
  may('web-domain', ...webParts, ...shared),
  mayWithinDomain('web-domain', 'web-domain'),
  may('web', 'web', 'web-domain', ...webParts, ...shared),

  ...exceptions.map(([type, from, to]) => ({
    from: { element: { type, captured: { domain: from } } },
    allow: { to: { element: { type, captured: { domain: to } } } },
  })),
]
