import { measureFanOut } from '../fanout/measure.ts'
import { subjects, type Subject } from '../fanout/subjects.ts'
import type { Sizes } from '../sizes.ts'
import { figure, table } from '../table.ts'

const OURS = 'this gateway'
const names = [OURS, 'ws send(string)', 'mercurius + jit']

/** The cost of many idle sockets. Returns a section of Markdown. */
export async function benchIdleSockets(sizes: Sizes): Promise<string> {
  // One event a second shows that they are all there.
  const size = { clients: 10_000, rounds: 3, measured: 3000, perSecond: 1, ...sizes }
  const servers = Object.fromEntries(names.map((name) => [name, subjects[name] as Subject]))
  const results = await measureFanOut(size, servers)
  const rows = names.map((name) => [
    name,
    figure(results.median(name, 'kbPerClient')),
    results
      .range(name, 'kbPerClient')
      .map((value) => figure(value))
      .join('..'),
    `${figure(results.median(OURS, 'kbPerClient') / results.median(name, 'kbPerClient'))}x`,
    results.range(name, 'lost')[1],
  ])
  return [
    `## Sockets: ${size.clients.toLocaleString('en-US')} idle`,
    '',
    `Resident memory that each adds to its server, signed in and subscribed. Median of ${size.rounds} rounds, order reversed every other round.`,
    '',
    table(['server', 'kB a socket', 'min..max', 'ours / it', 'events lost'], rows),
  ].join('\n')
}
