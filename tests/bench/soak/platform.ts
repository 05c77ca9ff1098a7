import { readFile } from 'node:fs/promises'
import type { Environment } from '../../../server/config.ts'
import type { PlatformReady } from '../../../server/supervisor.ts'
import { endProcess, signIn, startPlatformProcess, type Call } from '../../support/platform-process.ts'

/** The built platform as a separate process, with its own database. */
export interface BenchPlatform {
  ready: PlatformReady
  call: Call
  pid: number
  /** Resident memory of the platform's process, bytes. */
  resident(): Promise<number>
  stop(): Promise<void>
}

/** Starts it, or a program of another checkout, on a data folder and signs in. Needs a build. */
export async function startBenchPlatform(
  dataDir: string,
  settings: Environment = {},
  program?: URL,
): Promise<BenchPlatform> {
  const { child, ready } = await startPlatformProcess({ ...settings, DATA_DIR: dataDir }, undefined, program)
  return {
    ready,
    call: await signIn(ready.url),
    pid: child.pid ?? 0,
    async resident() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
    },
    stop: () => endProcess(child, 'SIGTERM'),
  }
}
