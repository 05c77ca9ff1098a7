import type { Sizes } from '../sizes.ts'
import { figure, table } from '../table.ts'
import { measureFanOut, type Results, type Size } from './measure.ts'
import { subjects } from './subjects.ts'

const OURS = 'this gateway'
const names = Object.keys(subjects)
const count = (value: number) => value.toLocaleString('en-US')
const method = ({ rounds, measured }: Size) =>
  `Median of ${rounds} rounds of ${measured / 1000} s, order reversed every other round. The gateway is complete: sealed session, authorisation, hub, limits.`

/** `16.2x`: the ratio of this server's figure to ours, inverted where a larger figure is better. */
const times = (results: Results, name: string, key: 'perSecond' | 'cpuMicros' | 'p99' | 'kbPerClient') => {
  const [ours, theirs] = [results.median(OURS, key), results.median(name, key)]
  return `${figure(key === 'perSecond' ? ours / theirs : theirs / ours)}x`
}
const range = (results: Results, name: string) =>
  results
    .range(name, 'perSecond')
    .map((value) => figure(value))
    .join('..')

/**
 * G1 and G2: fan-out at saturation, one document, every client gets every event. Returns a section of
 * Markdown.
 */
export async function benchFanOut(sizes: Sizes): Promise<string> {
  const size = { clients: 1000, rounds: 3, measured: 3000, ...sizes }
  const results = await measureFanOut(size)
  const rows = names.map((name) => [
    name,
    figure(results.median(name, 'perSecond')),
    range(results, name),
    times(results, name, 'perSecond'),
    figure(results.median(name, 'cpuMicros')),
    times(results, name, 'cpuMicros'),
    figure(results.median(name, 'p99')),
    results.range(name, 'lost')[1],
  ])
  const head = [
    'server',
    'deliveries/s',
    'min..max',
    'ours / it',
    'CPU us a delivery',
    'it / ours',
    'p99 ms',
    'lost',
  ]
  return [
    `## G1, G2: fan-out at saturation, ${count(size.clients)} clients, one document`,
    '',
    method(size),
    '',
    table(head, rows),
  ].join('\n')
}

/** G3: the same events at the same rate to every server. Returns a section of Markdown. */
export async function benchEqualRate(sizes: Sizes): Promise<string> {
  const size = { clients: 1000, rounds: 3, measured: 5000, perSecond: 10, ...sizes }
  const results = await measureFanOut(size)
  const rows = names.map((name) => [
    name,
    figure(results.median(name, 'p50')),
    figure(results.median(name, 'p99')),
    times(results, name, 'p99'),
    figure(results.median(name, 'cpuMicros')),
    times(results, name, 'cpuMicros'),
    results.range(name, 'lost')[1],
  ])
  const head = ['server', 'p50 ms', 'p99 ms', 'it / ours', 'CPU us a delivery', 'it / ours', 'lost']
  return [
    `## G3: fan-out at ${size.perSecond} events/s, ${count(size.clients)} clients, one document`,
    '',
    method(size),
    '',
    table(head, rows),
  ].join('\n')
}

/** G4: many clients. Returns a section of Markdown. */
export async function benchManyClients(sizes: Sizes): Promise<string> {
  const size = { clients: 5000, rounds: 3, measured: 3000, ...sizes }
  const results = await measureFanOut(size)
  const rows = names.map((name) => [
    name,
    figure(results.median(name, 'perSecond')),
    range(results, name),
    times(results, name, 'perSecond'),
    figure(results.median(name, 'kbPerClient')),
    times(results, name, 'kbPerClient'),
    figure(results.median(name, 'p99')),
    results.range(name, 'lost')[1],
  ])
  const head = [
    'server',
    'deliveries/s',
    'min..max',
    'ours / it',
    'kB a client',
    'it / ours',
    'p99 ms',
    'lost',
  ]
  return [
    `## G4: fan-out at saturation, ${count(size.clients)} clients, one document`,
    '',
    method(size),
    '',
    table(head, rows),
  ].join('\n')
}
