import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Load {
  port: number
  path: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** File with a wrk script, and the environment that it reads. */
  script?: string
  environment?: Record<string, string>
}

export interface Measured {
  requests: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers of 300 and above, and connections that failed. */
  bad: number
  /** Processor time of the measured process, microseconds per request. */
  cpuMicros: number
}

/** Loads a server for that time (Debian: `apt-get install wrk`). */
export async function wrk(load: Load, pid: number): Promise<Measured> {
  const headers = Object.entries(load.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--latency', ...headers]
  const script = load.script ? ['-s', load.script] : []
  const environment = Object.entries(load.environment ?? {}).map(([name, value]) => `${name}=${value}`)
  const before = await cpuMs(pid)
  const target = `http://127.0.0.1:${load.port}${load.path}`
  const { stdout } = await run('env', [...environment, 'wrk', ...args, ...script, target])
  const cpu = (await cpuMs(pid)) - before
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const requests = number(/(\d+) requests in/)
  const failed = [...(/Socket errors: (.*)/.exec(stdout)?.[1] ?? '').matchAll(/\d+/g)]
  return {
    requests,
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: milliseconds(/50%\s+(\S+)/.exec(stdout)?.[1]),
    p99: milliseconds(/99%\s+(\S+)/.exec(stdout)?.[1]),
    bad: number(/Non-2xx or 3xx responses: (\d+)/) + failed.reduce((sum, [text]) => sum + Number(text), 0),
    cpuMicros: (cpu * 1_000) / requests,
  }
}

function milliseconds(text = ''): number {
  const value = Number.parseFloat(text)
  return text.endsWith('us') ? value / 1_000 : text.endsWith('ms') ? value : value * 1_000
}

/** User and system time of a process. */
async function cpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  const ticks = Number(fields[11]) + Number(fields[12])
  return ticks * 10
}
