import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '../processes.ts'
import { figure, table } from '../table.ts'
import { wrk } from '../wrk.ts'

const CONNECTIONS = 600
const PROBES_MS = 20

interface Probe {
  status: number
  ms: number
  at: number
}

const here = (file: string) => new URL(file, import.meta.url).pathname

/**
 * Three times the load that the gateway can process: the refused requests, and the latency of the others
 * (check 51).
 */
export async function benchOverload(seconds = 60): Promise<string> {
  const upstream = await startServer<{ url: string }>(here('upstream.ts'))
  const gateway = await startServer<{ port: number; pid: number; cookie: string }>(here('server.ts'), [
    'gateway',
    upstream.message.url,
  ])
  const { port, pid, cookie } = gateway.message
  const load = { port, path: '/api/workqueues?page=1', headers: { cookie } }
  try {
    await wrk({ ...load, connections: 32, seconds: 2 }, pid)
    const capacity = (await wrk({ ...load, connections: 32, seconds: 5 }, pid)).perSecond
    const calm = await probing(load, wait(5_000))
    const everyMs = (CONNECTIONS / (3 * capacity)) * 1_000
    const script = { script: here('overload.lua'), environment: { EVERY_MS: String(everyMs) } }
    let result: Awaited<ReturnType<typeof wrk>> | undefined
    const storm = await probing(
      load,
      wrk({ ...load, ...script, connections: CONNECTIONS, seconds }, pid).then((measured) => {
        result = measured
      }),
    )
    const ended = performance.now()
    const after = await probing(load, wait(5_000))
    const lastRefused = after.calls.findLast(({ status }) => status === 503)?.at ?? ended
    return report({ capacity, seconds, result, calm, storm, backMs: lastRefused - ended })
  } finally {
    await gateway.stop()
    await upstream.stop()
  }
}

/** Sends a few requests beside the load, until the load ends. */
async function probing(
  load: { port: number; path: string; headers: Record<string, string> },
  until: Promise<unknown>,
) {
  const calls: Probe[] = []
  const health: Probe[] = []
  let on = true
  const ask = async (path: string, into: Probe[]) => {
    const at = performance.now()
    const answer = await fetch(`http://127.0.0.1:${load.port}${path}`, { headers: load.headers })
    await answer.arrayBuffer()
    into.push({ status: answer.status, ms: performance.now() - at, at })
  }
  const running = (async () => {
    for (; on; await wait(PROBES_MS)) await Promise.all([ask(load.path, calls), ask('/healthz', health)])
  })()
  await until
  on = false
  await running
  return { calls, health }
}

type Probing = Awaited<ReturnType<typeof probing>>

function p95(probes: Probe[], status: number): number {
  const times = probes.filter((probe) => probe.status === status).map(({ ms }) => ms)
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

interface Found {
  capacity: number
  seconds: number
  result: Awaited<ReturnType<typeof wrk>> | undefined
  calm: Probing
  storm: Probing
  backMs: number
}

function report({ capacity, seconds, result, calm, storm, backMs }: Found): string {
  const accepted = p95(storm.calls, 200)
  const rows = [
    ['capacity, requests/s', figure(capacity), ''],
    ['answered under load, requests/s', figure(result?.perSecond ?? 0), ''],
    ['of these refused', `${figure((100 * (result?.bad ?? 0)) / (result?.requests ?? 1))} %`, ''],
    ['accepted, p95 ms', figure(accepted), ''],
    ['accepted, p95 compared with no load', `${figure(accepted / p95(calm.calls, 200))}x`, 'below 2x'],
    ['/healthz, slowest ms', figure(Math.max(...storm.health.map(({ ms }) => ms))), 'below 100'],
    ['/healthz, other than 200', storm.health.filter(({ status }) => status !== 200).length, '0'],
    ['last refusal after the end, ms', figure(Math.max(0, backMs)), 'at most 5,000'],
  ]
  return [
    `## Overload: three times the gateway's capacity, ${seconds} s, ${CONNECTIONS} connections`,
    '',
    'The load (wrk), the gateway and the platform share the machine; a few additional calls measure its answers.',
    '',
    table(['figure', 'found', 'wanted'], rows),
  ].join('\n')
}
