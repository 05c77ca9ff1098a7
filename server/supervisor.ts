import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { type Clock, systemClock } from './lib/clock.ts'
import { toError } from './lib/errors.ts'
import { heartbeats, watchHeartbeat } from './lib/heartbeat.ts'
import type { Logger } from './lib/logger.ts'

const windowMs = 60_000
/** Restarts within the window that are made at once; each further one waits twice as long as the one before. */
const quick = 5
const delayMs = { first: 200, most: 10_000 }

/**
 * Milliseconds to wait before the next restart of a process that has exited; every call counts as one. Single crashes are
 * repaired quickly, a process that cannot run does not occupy the machine.
 */
export function createRestartDelay(clock: Pick<Clock, 'monotonic'>): () => number {
  let restarts: number[] = []
  return () => {
    const now = clock.monotonic()
    restarts = restarts.filter((at) => now - at < windowMs)
    restarts.push(now)
    const slow = Math.max(0, restarts.length - quick)
    return Math.min(delayMs.first * 2 ** slow, delayMs.most)
  }
}

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
  /** A sign of life, `heartbeats` times in the limit of a hang, from the start of the process to its end. */
  z.object({ type: z.literal('alive') }),
  /** The answer to `askForMetrics`; empty when they cannot be collected. */
  z.object({ type: z.literal('metrics'), text: z.string() }),
])

/** The only message of the gateway to its platform process. */
const askForMetrics = 'metrics'
/** A scrape does not wait longer for the platform; its figures are then missing. */
const metricsMs = 5000

export type PlatformMessage = z.infer<typeof platformMessage>
export type PlatformReady = Extract<PlatformMessage, { type: 'ready' }>

const defaultStopLimitMs = 9000
const notStarted = 'the platform process could not be started, trying again'

export interface SupervisorOptions {
  entry: URL
  env: NodeJS.ProcessEnv
  /** A platform that gives no sign of life for so many milliseconds hangs and is replaced. */
  hangLimitMs: number
  /** How long `stop` waits before it kills; longer than the platform's own limit of a stop, shorter than the gateway's. */
  stopLimitMs?: number
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
  /** Ends the platform with SIGTERM and waits for it; one that hangs is killed. */
  stop(): Promise<void>
  /** The metrics of the platform in the text format of Prometheus; empty when it does not answer. */
  metrics(): Promise<string>
}

/**
 * Restarts a platform process that exits or hangs, at the same address. The gateway answers PLATFORM_DOWN meanwhile.
 */
export function supervisePlatform({
  entry,
  env,
  hangLimitMs,
  stopLimitMs = defaultStopLimitMs,
  log,
}: SupervisorOptions): Supervisor {
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | null = null
  const nextDelay = createRestartDelay(systemClock)
  let wasReady = false
  const listeners: (() => void)[] = []
  const scrapes = new Set<(text: string) => void>()
  let stopping = false
  let resolveReady: (ready: PlatformReady) => void
  let rejectReady: (error: Error) => void
  const ready = new Promise<PlatformReady>((resolve, reject) => {
    resolveReady = resolve
    rejectReady = reject
  })

  function begin(): void {
    try {
      // In its own process group: Ctrl-C reaches only the gateway, which then stops the platform last.
      watch(fork(entry, [], { env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
    } catch (error) {
      // Without memory `fork` throws, and emits no event.
      beginLater({ err: toError(error) }, notStarted)
    }
  }

  function beginLater(why: object, text: string): void {
    if (stopping) return
    const delay = nextDelay()
    log.error({ ...why, restartInMs: delay }, text)
    timer = setTimeout(begin, delay)
  }

  function watch(next: ChildProcess): void {
    child = next
    const heartbeat = watchHeartbeat({
      limitMs: hangLimitMs,
      ticks: heartbeats,
      onSilence() {
        log.error({ pid: next.pid, silentMs: hangLimitMs }, 'the platform process hangs, killing it')
        next.kill('SIGKILL')
      },
    })
    next.on('message', (message) => {
      heartbeat.beat()
      onMessage(message)
    })
    next.on('error', (error) => {
      // Without a process there is no `exit` event.
      if (next.pid === undefined) onEnd({ err: error }, notStarted)
      else log.error({ err: error }, 'the platform process cannot be controlled')
    })
    next.once('exit', (code, signal) => onEnd({ code, signal }, 'the platform process exited, restarting it'))

    function onEnd(why: object, text: string): void {
      heartbeat.stop()
      child = null
      beginLater(why, text)
    }
  }

  function onMessage(raw: unknown): void {
    const { success, data: message } = platformMessage.safeParse(raw)
    if (!success) return log.warn('unknown message from the platform process')
    if (message.type === 'ready') {
      wasReady = true
      resolveReady(message)
      for (const listener of listeners) listener()
    } else if (message.type === 'metrics') {
      for (const answer of scrapes) answer(message.text)
    } else if (message.type === 'failed' && !wasReady) {
      stopping = true
      rejectReady(new Error(message.message))
    }
  }

  begin()
  return {
    ready,
    pid: () => child?.pid ?? null,
    onReady: (listener) => void listeners.push(listener),
    metrics: () =>
      new Promise((resolve) => {
        const answer = (text: string) => {
          clearTimeout(patience)
          scrapes.delete(answer)
          resolve(text)
        }
        const patience = setTimeout(answer, metricsMs, '')
        scrapes.add(answer)
        if (!child?.connected) return answer('')
        child.send(askForMetrics, (error) => error && answer(''))
      }),
    async stop() {
      stopping = true
      if (timer) clearTimeout(timer)
      if (!child) return
      const stopped = child
      const ended = once(stopped, 'exit')
      stopped.kill('SIGTERM')
      const patience = setTimeout(() => stopped.kill('SIGKILL'), stopLimitMs)
      await ended
      clearTimeout(patience)
    },
  }
}
