import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { environmentWith, type Environment } from '#server/config.ts'
import { endProcess, isRunning } from './platform-process.ts'

/** The built program of the gateway. */
export const gatewayProgram = new URL('../../dist/server/main.js', import.meta.url)

/** The gateway with a foreign platform in a separate process, as operators run it. */
export interface GatewayProcess {
  pid: number
  isRunning(): boolean
  /** Stops it and returns its exit code; null when a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts it and waits until it serves. Throws with its output when it does not. */
export async function startGatewayProcess(
  settings: Environment,
  program = gatewayProgram,
): Promise<GatewayProcess> {
  const env = environmentWith({ LOG_LEVEL: 'warn', HOST: '127.0.0.1', ...settings })
  const child = spawn(process.execPath, [program.pathname], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)))
  while (!output.includes('Console on ')) {
    const told = Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    if (child.exitCode !== null) throw new Error(`The gateway ended with ${child.exitCode}:\n${output}`)
    await told
  }
  return { pid: child.pid ?? 0, isRunning: () => isRunning(child), end: (signal) => end(child, signal) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  await endProcess(child, signal)
  return child.exitCode
}

/** Resident memory of a process in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

/** The metrics of a gateway, by name with labels as printed. */
export async function readMetrics(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}
