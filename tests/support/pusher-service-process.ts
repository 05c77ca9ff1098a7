import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { PusherAddress } from '#server/platform/realtime/pusher-service.ts'
import { endProcess } from './platform-process.ts'

const program = new URL('pusher-service.ts', import.meta.url)

/** A realtime service in a separate process, as operators may run it. */
export interface PusherServiceProcess {
  address: PusherAddress
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

export async function startPusherService(): Promise<PusherServiceProcess> {
  let running = await start(0)
  const { address } = running
  return {
    address,
    kill: () => endProcess(running.child, 'SIGKILL'),
    async start() {
      running = await start(address.port ?? 0)
    },
  }
}

async function start(port: number): Promise<{ child: ChildProcess; address: PusherAddress }> {
  const execArgv = ['--import', 'tsx']
  const child = fork(program, [String(port)], { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [told] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The service ended with ${code}`))),
  ])) as [PusherAddress]
  return { child, address: told }
}
