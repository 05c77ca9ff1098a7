import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import type { Logger } from './lib/logger.ts'

/** Messages of the platform process to the gateway process that started it. */
export const platformMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    url: z.string(),
    pusher: z.object({ key: z.string(), host: z.string(), port: z.number() }),
    /** The first user, if this start created it; the password only if it was generated. */
    admin: z.object({ email: z.string(), password: z.string().nullable() }).nullable(),
  }),
  /** The start failed for a reason that another attempt does not fix. */
  z.object({ type: z.literal('failed'), message: z.string() }),
])

export type PlatformMessage = z.infer<typeof platformMessage>
export type PlatformReady = Extract<PlatformMessage, { type: 'ready' }>

const backoffMs = { first: 200, most: 10_000 }
/** After this uptime the next restart is quick again. */
const provenAfterMs = 60_000

export interface SupervisorOptions {
  entry: URL
  env: NodeJS.ProcessEnv
  log: Logger
}

export interface Supervisor {
  /**
   * Resolves at the first readiness. Rejects, without further attempts, when the first start fails for a reason that
   * the platform names.
   */
  ready: Promise<PlatformReady>
  /** Calls the listener each time the platform becomes ready, also after a restart. */
  onReady(listener: () => void): void
  /** Process id of the platform; null between two processes. */
  pid(): number | null
  /** Ends the platform with SIGTERM and waits for it. */
  stop(): Promise<void>
}

/**
 * Restarts a platform process that exits, at the same address, with growing delays. The gateway answers PLATFORM_DOWN
 * meanwhile.
 */
export function supervisePlatform({ entry, env, log }: SupervisorOptions): Supervisor {
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | null = null
  let delay = backoffMs.first
  let wasReady = false
  const listeners: (() => void)[] = []
  let stopping = false
  let resolveReady: (ready: PlatformReady) => void
  let rejectReady: (error: Error) => void
  const ready = new Promise<PlatformReady>((resolve, reject) => {
    resolveReady = resolve
    rejectReady = reject
  })

  function begin(): void {
    const begun = performance.now()
    // In its own process group: Ctrl-C reaches only the gateway, which then stops the platform last.
    const next = fork(entry, [], { env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child = next
    next.on('message', (message) => onMessage(message))
    next.on('error', (error) => log.error({ err: error }, 'the platform process cannot be started'))
    next.once('exit', (code, signal) => {
      child = null
      if (stopping) return
      if (performance.now() - begun > provenAfterMs) delay = backoffMs.first
      log.error({ code, signal, restartInMs: delay }, 'the platform process exited, restarting it')
      timer = setTimeout(begin, delay)
      delay = Math.min(delay * 2, backoffMs.most)
    })
  }

  function onMessage(raw: unknown): void {
    const { success, data: message } = platformMessage.safeParse(raw)
    if (!success) return log.warn('unknown message from the platform process')
    if (message.type === 'ready') {
      wasReady = true
      resolveReady(message)
      for (const listener of listeners) listener()
    } else if (!wasReady) {
      stopping = true
      rejectReady(new Error(message.message))
    }
  }

  begin()
  return {
    ready,
    pid: () => child?.pid ?? null,
    onReady: (listener) => void listeners.push(listener),
    async stop() {
      stopping = true
      if (timer) clearTimeout(timer)
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
