import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import type { FromChild, ScriptCall, ScriptLimits, ScriptEnd, ToChild } from './protocol.ts'
import type { Walls } from './walls.ts'

/** A process that has not loaded by then is killed. Starts take 0.1 to 0.3 s. */
const START_MS = 10_000
/** How much longer than its limit a script may hold its process: interrupts do not reach every built-in. */
const GRACE_MS = 1000
const LOOK_MS = 250
/** Resident memory of the process without that of a script. */
const OWN_MIB = 136
const PAGE_BYTES = 4096

/** What a script tells while it runs. */
export interface Listener {
  log(line: string): void
  progress(part: number): void
}

export interface ScriptChild {
  /**
   * Runs one script. `clean` is false when the process was killed or must not run another one. An abort kills the process, and the result is
   * then null.
   */
  run(
    call: ScriptCall,
    listener: Listener,
    signal: AbortSignal,
  ): Promise<{ settled: ScriptEnd | null; clean: boolean }>
  readonly alive: boolean
  kill(): void
}

/** No script may run here: the process could still reach the network. */
export class NoWall extends Error {
  constructor() {
    super(
      'Scripts cannot run on this machine: their process could reach the network, because neither unshare nor prlimit works',
    )
    this.name = 'NoWall'
  }
}

/**
 * Starts a process, takes its rights, and makes sure that it cannot reach a port of this process. Throws NoWall. `memoryOf`
 * resolves with the resident MiB of a process.
 */
export async function startChild(
  walls: Walls,
  limits: ScriptLimits,
  memoryOf = residentMib,
): Promise<ScriptChild> {
  const [program = '', ...args] = walls.command
  const child = spawn(program, [...args, JSON.stringify(limits)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {},
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS)
  try {
    await answerOf(child, () => said)
    await walls.close(child.pid ?? 0)
    if (await reachesThisProcess(child, () => said)) throw new NoWall()
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
  return usable({ child, limits, memoryOf, said: () => said })
}

async function reachesThisProcess(child: ChildProcess, said: () => string): Promise<boolean> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    send(child, { probe: (server.address() as AddressInfo).port })
    const answer = await answerOf(child, said)
    return !('reached' in answer) || answer.reached
  } finally {
    server.close()
  }
}

/** The next message; throws what the process has said when it ends instead. */
async function answerOf(child: ChildProcess, said: () => string): Promise<FromChild> {
  const abort = new AbortController()
  const { signal } = abort
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as FromChild),
      once(child, 'exit', { signal }).then(([code, by]) => {
        throw new Error(
          `The process for scripts ended (${String(by ?? code)}): ${said() || 'it said nothing'}`,
        )
      }),
    ])
  } finally {
    abort.abort()
  }
}

/** A channel that has closed is seen by the exit of the process. */
const send = (child: ChildProcess, message: ToChild) => child.send(message, () => undefined)

function usable({
  child,
  limits,
  memoryOf,
  said,
}: {
  child: ChildProcess
  limits: ScriptLimits
  memoryOf: typeof residentMib
  said: () => string
}): ScriptChild {
  let alive = true
  child.once('exit', () => (alive = false))
  child.on('error', () => (alive = false))
  const kill = () => {
    // At once, since its exit is seen later: no other script may begin here.
    alive = false
    child.kill('SIGKILL')
  }

  return {
    get alive() {
      return alive
    },
    kill,
    run: (call, listener, signal) =>
      new Promise((resolve) => {
        let over: ScriptEnd | null = null
        let ended = false
        const deadline = setTimeout(() => stop({ over: 'time' }), call.timeMs + GRACE_MS)
        const look = setInterval(() => void watchMemory(), LOOK_MS)
        const end = (settled: ScriptEnd | null, clean: boolean) => {
          ended = true
          clearTimeout(deadline)
          clearInterval(look)
          child.off('message', onMessage).off('exit', onExit)
          signal.removeEventListener('abort', onAbort)
          resolve({ settled, clean })
        }
        const stop = (settled: ScriptEnd) => {
          over = settled
          kill()
        }
        const onAbort = () => {
          kill()
          end(null, false)
        }
        const onExit = () =>
          end(
            over ?? { reason: `The process of the script ended: ${said() || 'it said nothing'}`, stack: '' },
            false,
          )
        const onMessage = (message: FromChild) => {
          if ('log' in message) listener.log(message.log)
          else if ('progress' in message) listener.progress(message.progress)
          else if ('settled' in message) end(message.settled, message.clean && alive)
        }
        async function watchMemory() {
          const resident = await memoryOf(child.pid)
          // The process may have the next script by now.
          if (!ended && resident > OWN_MIB + limits.memoryMib) stop({ over: 'memory' })
        }

        if (!alive) return onExit()
        if (signal.aborted) return onAbort()
        signal.addEventListener('abort', onAbort)
        child.on('message', onMessage).on('exit', onExit)
        send(child, call)
      }),
  }
}

/** 0 where the system does not tell it. */
async function residentMib(pid: number | undefined): Promise<number> {
  const figures = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0')
  return (Number(figures.split(' ')[1]) * PAGE_BYTES) / (1024 * 1024)
}
