import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Which part of the source may import which. A domain has the same name in every part; its folders must have one of the
 * names of `known`.
 */
const root = path.join(import.meta.dirname, '../..')
const homes = ['shared/domains', 'server/gateway/domains', 'server/platform/domains', 'web/domains']
const known =
  'account activity apps workqueues tasks backlog plans workers scripts teams clusters failures queues attention reference search views usage keys alerts schedules hooks'.split(
    ' ',
  )

for (const home of homes)
  for (const name of readdirSync(path.join(root, home)))
    if (!known.includes(name)) throw new Error(`${home}/${name}: no such domain (known: ${known.join(', ')})`)

/** The topics of web/ui in their order: each may import those before it. */
const uiTopics = [
  'feedback',
  'display',
  'form',
  'time',
  'dialog',
  'editor',
  'schema',
  'page',
  'table',
  'activity',
]
for (const topic of readdirSync(path.join(root, 'web/ui')))
  if (!uiTopics.includes(topic)) throw new Error(`web/ui/${topic}: not in the order of topics`)

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
 * run and does no input or output; `runs` stores it, `failures` groups its failed attempts, and `queues` counts what moves
 * in the queues and which workers poll them; `attention` keeps what people should look at,
 * `alerts` sends messages about that, `schedules` starts runs at set times, `gitops` publishes deployments in a repository, `scripts` runs the scripts of accounts, and `search` has what runs are found by. `queue`, `people` and `bulk` each serve a kind of caller and meet only in
 * `domain` and `app`.
 */
const platformLayers = {
  engine: [],
  db: ['engine'],
  runs: ['engine', 'db'],
  failures: ['engine', 'db'],
  queues: ['engine', 'db'],
  attention: ['engine', 'db', 'failures', 'queues'],
  search: ['engine', 'db'],
  scripts: ['engine', 'db'],
  realtime: ['engine', 'db'],
  auth: ['engine', 'db'],
  oidc: ['auth'],
  mail: [],
  plugins: ['db', 'auth'],
  alerts: ['db', 'attention', 'auth', 'mail'],
  people: ['db', 'auth', 'plugins', 'mail'],
  bulk: ['db', 'auth', 'plugins'],
  schedules: ['engine', 'db', 'attention', 'bulk'],
  gitops: ['db', 'auth'],
  queue: ['engine', 'db', 'queues', 'auth', 'plugins'],
  telemetry: ['engine', 'db', 'queues', 'alerts', 'schedules', 'gitops'],
  domain: [
    'engine',
    'db',
    'runs',
    'failures',
    'queues',
    'attention',
    'search',
    'scripts',
    'auth',
    'oidc',
    'mail',
    'alerts',
    'plugins',
    'people',
    'bulk',
    'queue',
    'schedules',
    'gitops',
  ],
  app: [
    'engine',
    'db',
    'runs',
    'failures',
    'queues',
    'attention',
    'search',
    'scripts',
    'realtime',
    'auth',
    'oidc',
    'mail',
    'alerts',
    'plugins',
    'people',
    'bulk',
    'queue',
    'schedules',
    'gitops',
    'telemetry',
    'domain',
  ],
}

/** A layer is a folder of `home`; the files directly in `home`, and in its `boot` and `routes`, are `app`. */
const layersOf = (name, home, layers) => [
  [`${name}-domain`, new RegExp(`^${home}/domains/([^/]+)/`)],
  ...Object.keys(layers).map((layer) => [
    `${name}-${layer}`,
    new RegExp(layer === 'app' ? `^${home}/(?:(?:boot|routes)/)?[^/]+$` : `^${home}/${layer}/`),
  ]),
]

/** The parts and their files; the first match decides. A group in a pattern is the domain. */
const parts = [
  ['test', /^tests\/|\.test\.tsx?$|\/test-bed\.tsx$/],
  ['shared-domain', /^shared\/domains\/([^/]+)\//],
  ['shared-lib', /^shared\/lib\//],
  ['shared', /^shared\//],
  ['server-config', /^server\/config(?:(?:-schema)?\.ts$|\/)/],
  ['server-lib', /^server\/lib\//],
  ...layersOf('gateway', 'server/gateway', gatewayLayers),
  ...layersOf('platform', 'server/platform', platformLayers),
  ['server', /^server\/[^/]+$/],
  ['web-domain', /^web\/domains\/([^/]+)\//],
  ['web-paths', /^web\/paths\.ts$/],
  ['web-lib', /^web\/lib\//],
  ...uiTopics.map((topic) => [`web-ui-${topic}`, new RegExp(`^web/ui/${topic}/`)]),
  ['web-graph', /^web\/graph\//],
  ['web-realtime', /^web\/realtime\//],
  ['web', /^web\/(?:app|build)\/|^web\/[^/]+$/],
]

const shared = ['shared', 'shared-lib', 'shared-domain']
const base = [...shared, 'server-lib', 'server-config']
const gateway = Object.keys(gatewayLayers).map((layer) => `gateway-${layer}`)
const platform = Object.keys(platformLayers).map((layer) => `platform-${layer}`)
const webUi = uiTopics.map((topic) => `web-ui-${topic}`)
const webBase = ['web-lib', 'web-paths', ...webUi]
const webParts = [...webBase, 'web-graph', 'web-realtime']

/** Each layer may import itself, those listed for it, and what both sides share. */
const mayBelow = (name, layers, common) =>
  Object.entries(layers).map(([layer, below]) => [
    `${name}-${layer}`,
    [...[layer, ...below].map((other) => `${name}-${other}`), ...common],
  ])

/** What each part may import. A part of domains that lists itself may import only its own domain. */
const mayImport = new Map([
  ['test', ['test', ...base, ...gateway, ...platform, 'server', ...webParts, 'web-domain', 'web']],
  ['shared-lib', ['shared-lib']],
  ['shared', shared],
  ['shared-domain', shared],
  ['server-lib', ['server-lib', ...shared]],
  ['server-config', ['server-config', 'server-lib']],
  ['server', ['server', ...base, 'gateway-app', 'platform-app']],
  ...mayBelow('gateway', gatewayLayers, base),
  ...mayBelow('platform', platformLayers, [...shared, 'server-lib']),
  ['web-lib', ['web-lib', 'web-paths', ...shared]],
  ['web-paths', shared],
  ...webUi.map((topic, index) => [topic, [...webUi.slice(0, index + 1), 'web-lib', 'web-paths', ...shared]]),
  ['web-graph', ['web-graph', ...webBase, ...shared]],
  ['web-realtime', ['web-realtime', ...webBase, ...shared]],
  ['web-domain', ['web-domain', ...webParts, ...shared]],
  ['web', ['web', 'web-domain', ...webParts, ...shared]],
])
mayImport.get('platform-app')?.push('server', 'server-config')

/** Imports from one domain to another, each with its reason. */
const exceptions = new Set([
  // A plan is the definition of a workqueue.
  'shared-domain: plans > workqueues',
  // A script runs tasks of a type, which is made of its name like that of a worker.
  'shared-domain: scripts > workers',
  // A call that makes a key says which one it replaces; a list of keys says when each was used.
  'shared-domain: apps > keys',
  'shared-domain: workers > keys',
  'shared-domain: keys > usage',
  // A failure is that of a task, with the reason of its report.
  'shared-domain: failures > tasks',
  // A search of runs or tasks has terms of their statuses.
  'shared-domain: search > workqueues',
  'shared-domain: search > tasks',
  // What needs attention are tasks that fail, runs that are late, queues and keys of workers.
  'shared-domain: attention > tasks',
  'shared-domain: attention > workqueues',
  'shared-domain: attention > queues',
  'shared-domain: attention > workers',
  // A schedule shows how its runs ended.
  'shared-domain: schedules > workqueues',
  // A worker and a deployment offer what the backlog offers for their queues.
  'web-domain: workers > backlog',
  'web-domain: clusters > backlog',
  // A plan shows its start addresses.
  'web-domain: plans > hooks',
  // Most alerts are about what needs attention.
  'shared-domain: alerts > attention',
  // A task that waits says what is known of its queue.
  'shared-domain: tasks > queues',
  // A workqueue is made of tasks, and so is its screen.
  'shared-domain: workqueues > tasks',
  'web-domain: workqueues > tasks',
  // A form that starts a run says in which queues its tasks would wait.
  'shared-domain: workqueues > queues',
  // A list has a search.
  'web-domain: workqueues > search',
  'web-domain: tasks > search',
  // A list has saved views.
  'web-domain: workqueues > views',
  'web-domain: tasks > views',
  'web-domain: failures > views',
  'web-domain: workers > views',
  'web-domain: backlog > views',
  'web-domain: plans > views',
  'web-domain: activity > views',
  'web-domain: keys > views',
  // The new secret of a start address is shown with the address.
  'web-domain: keys > hooks',
  // A failure is that of tasks; what lists failed work restarts it and moves it to another alias in the same way.
  'web-domain: failures > tasks',
  'web-domain: workqueues > failures',
  // A plan is run by the same form on its own page and among those of an app.
  'web-domain: plans > workqueues',
  'web-domain: backlog > failures',
  // A worker and a deployment restart what fails by the same dialog.
  'web-domain: workers > failures',
  'web-domain: clusters > failures',
  // A schedule is written with the form that runs a plan, and a plan shows its schedules.
  'web-domain: schedules > workqueues',
  'web-domain: plans > schedules',
  // The rules of an account are a tab of its page.
  'web-domain: account > alerts',
  // Most items are failures, and those are restarted and moved by the same dialogs.
  'web-domain: attention > failures',
])

/** The part of a file, and its domain if the part has domains; null for a file of no part. */
export function partOf(file) {
  for (const [name, pattern] of parts) {
    const match = pattern.exec(file)
    if (match) return { name, domain: match[1] }
  }
  return null
}

/**
 * The file that a specifier names, relative to the top; null for packages.
 * @param {string} from relative to the top
 * @param {string} specifier
 */
export function imported(from, specifier) {
  const file = specifier.replace(/\?.*$/, '')
  if (file.startsWith('#')) return file.slice(1)
  return file.startsWith('.') ? path.posix.join(path.posix.dirname(from), file) : null
}

/** What is wrong with an import from one file to another; null if the layers allow it. */
export function fault(from, to) {
  const [source, target] = [partOf(from), partOf(to)]
  if (!source || !target) return null
  if (!mayImport.get(source.name)?.includes(target.name))
    return `${source.name} may not import ${target.name}`
  if (source.name !== target.name || source.domain === target.domain) return null
  return exceptions.has(`${source.name}: ${source.domain} > ${target.domain}`)
    ? null
    : `the domain ${source.domain} may not import ${target.domain}`
}
