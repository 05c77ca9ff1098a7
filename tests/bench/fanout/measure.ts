import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, rounds } from '../table.ts'
import { eventLine, subjects, type Subject } from './subjects.ts'

const run = promisify(execFile)

/** What the load generator prints. */
export interface Result {
  /** Deliveries per second. */
  perSecond: number
  /** Processor time of the server per delivery. */
  cpuMicros: number
  /** Resident memory of the server per client. */
  kbPerClient: number
  p50: number
  p99: number
  published: number
  lost: number
}

export interface Size {
  clients: number
  rounds: number
  /** Milliseconds. */
  measured: number
  /** Events per second; absent: limited only by each server's window of unfinished events. */
  perSecond?: number
  /** How clients differ: the number of filters, and of apps. An event passes the filter with its number. */
  filters?: number
  apps?: number
}

/** Results of several rounds of each server. */
export interface Results {
  median(name: string, key: keyof Result): number
  range(name: string, key: keyof Result): [number, number]
  /** One figure per round, in order. */
  all(name: string, key: keyof Result): number[]
}

const WARM_UP_MS = 1000

/** Measures the servers alternately. */
export async function measureFanOut(size: Size, servers = subjects): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-fanout-'))
  const load = join(folder, 'load')
  await run('cc', ['-O2', '-o', load, new URL('load.c', import.meta.url).pathname])
  try {
    const results = await rounds(Object.keys(servers), size.rounds, (name) =>
      measure(servers[name] as Subject, size, folder, load),
    )
    const all = (name: string, key: keyof Result) => (results.get(name) ?? []).map((result) => result[key])
    return {
      median: (name, key) => median(all(name, key)),
      range: (name, key) => [Math.min(...all(name, key)), Math.max(...all(name, key))],
      all,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(subject: Subject, size: Size, folder: string, load: string): Promise<Result> {
  const { addresses, stop } = await subject.start()
  try {
    const { clients, filters, apps = 0 } = size
    // One row for each filter: a single row with alternating tags would be in every list.
    const own = { _id: '65f1c0ffee65f1c0ffee0~f~', appId: 'app~a~', tags: ['tag~f~'] }
    const event = eventLine(filters ? own : {})
    await writeFile(join(folder, 'handshake'), (await subject.handshake(addresses)).join('\n----\n'))
    await writeFile(join(folder, 'event'), subject.frame ? subject.frame(event) : `${event}\n`)
    const args = [
      addresses.subscribers,
      addresses.events,
      clients,
      size.perSecond ? `${size.perSecond}/s` : subject.window,
      WARM_UP_MS,
      size.measured,
      addresses.pid,
      join(folder, 'handshake'),
      join(folder, 'event'),
      ...(filters ? [clients / filters, filters, apps] : []),
    ]
    const { stdout } = await run(load, args.map(String), { timeout: 120_000 })
    return JSON.parse(stdout) as Result
  } finally {
    await stop()
  }
}
