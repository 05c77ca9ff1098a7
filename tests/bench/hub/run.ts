import { gateway, init, fields, started, subscribe, upgrade, type Subject } from '../fanout/subjects.ts'
import { measureFanOut } from '../fanout/measure.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, table } from '../table.ts'
import { measureMatching } from './matching.ts'

const OURS = 'this gateway'
export const filter = {
  appId: 'app~a~',
  tags: ['tag~f~'],
  status: ['started', 'failed'],
  createdAfter: '2026-01-01T00:00:00.000Z',
}
const { appId, tags, status, createdAfter } = filter
const args = `appId: "${appId}", tags: ${JSON.stringify(tags)}, status: ${JSON.stringify(status)}, createdAfter: "${createdAfter}"`
const query = `subscription { workqueueList(${args}) { event workqueue { ${fields} } } }`

const peer = (file: string, window: number): Subject => ({
  window,
  start: () => started(`../hub/${file}`),
  handshake: async () => [
    upgrade('/graphql', ['Sec-WebSocket-Protocol: graphql-transport-ws']),
    init,
    subscribe({ query }),
  ],
})
const servers: Record<string, Subject> = {
  [OURS]: gateway({ ...filter, perPage: 10 }),
  'mercurius withFilter + jit': peer('mercurius-server.ts', 16),
  'naive hub': peer('naive-server.ts', 64),
}

/** G5: every event passes one filter in 500. Returns a section of Markdown. */
export async function benchHub(sizes: Sizes): Promise<string> {
  const size = { clients: 5000, filters: 500, apps: 200, rounds: 3, measured: 3000, events: 20_000, ...sizes }
  const results = await measureFanOut(size, servers)
  const rows = Object.keys(servers).map((name) => [
    name,
    figure(results.median(name, 'perSecond')),
    results
      .range(name, 'perSecond')
      .map((value) => figure(value))
      .join('..'),
    `${figure(results.median(OURS, 'perSecond') / results.median(name, 'perSecond'))}x`,
    figure(results.median(name, 'cpuMicros')),
    figure(results.median(name, 'p99')),
    results.range(name, 'lost')[1],
  ])
  const alone = Array.from({ length: size.rounds }, () =>
    measureMatching(size.clients, size.filters, size.apps, size.events),
  )
  const [hub, naive] = [median(alone.map((each) => each.hub)), median(alone.map((each) => each.naive))]
  return [
    `## G5: ${size.clients.toLocaleString('en-US')} subscribers, ${size.filters} filters over ${size.apps} apps`,
    '',
    `Every event passes one filter, so that ${size.clients / size.filters} subscribers get it. Median of ${size.rounds} rounds, order reversed every other round.`,
    '',
    table(['server', 'deliveries/s', 'min..max', 'ours / it', 'CPU us a delivery', 'p99 ms', 'lost'], rows),
    '',
    `Matching alone (${figure(alone[0]?.matches ?? 0)} matches an event): ${figure(hub)} us an event, ${figure(naive)} us when every subscriber is tested: ${figure(naive / hub)}x.`,
  ].join('\n')
}
