import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { GatewayLimits } from '../lib/limits.ts'
import { lossOf } from './errors.ts'

/** Refuses calls that cannot succeed while the platform is unavailable. */
export interface Breaker {
  /** The error to answer at once. Undefined: make the call and report its outcome below. */
  refusal(): AppError | undefined
  /** The platform answered, with any status. */
  answered(): void
  /** A call ended without an answer. */
  failed(error: Error): void
  /** The service has started, as its supervisor reports: the next call is a probe, however soon. */
  started(): void
  /** Number of calls refused so far. */
  refused(): number
  isOpen(): boolean
  /** How many times the platform was unavailable and answered again. */
  recoveries(): number
}

export interface BreakerOptions extends Pick<GatewayLimits, 'breakerProbeMs' | 'breakerFailures'> {
  clock: Clock
  log: Pick<Logger, 'warn' | 'info'>
  /** What is called: `platform` or `connect`. */
  service: string
}

/**
 * A platform that refuses a connection is unavailable: from then on one call per `breakerProbeMs` passes as a probe,
 * and all others are refused at once. A broken connection or a late answer may be the fault of one route;
 * `breakerFailures` of them in a row, without any answer in between, count as much, and the next call is a probe. A
 * probe without an answer does not delay the next one. Its unavailability is one line of the log, and so is its return.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const { clock, log, service, breakerProbeMs, breakerFailures } = options
  let failures = 0
  let refused = 0
  let recoveries = 0
  /** When the next probe may pass; null while all calls pass. */
  let nextProbe: number | null = null
  let since = 0

  function open(probeInMs: number, error: Error): void {
    if (nextProbe !== null) return
    since = clock.monotonic()
    nextProbe = since + probeInMs
    log.warn({ service, err: error }, 'unavailable: calls are refused until it answers')
  }

  function close(): void {
    if (nextProbe === null) return
    nextProbe = null
    recoveries++
    const seconds = Math.round((clock.monotonic() - since) / 100) / 10
    log.info({ service, seconds }, 'answers again')
  }

  return {
    refusal() {
      if (nextProbe === null) return undefined
      const now = clock.monotonic()
      if (now >= nextProbe) {
        nextProbe = now + breakerProbeMs
        return undefined
      }
      refused++
      return new AppError('PLATFORM_DOWN')
    },
    answered() {
      failures = 0
      close()
    },
    failed(error) {
      const loss = lossOf(error)
      if (loss === undefined) return
      failures++
      if (loss === 'unreachable') open(breakerProbeMs, error)
      else if (failures >= breakerFailures) open(0, error)
    },
    started() {
      if (nextProbe !== null) nextProbe = clock.monotonic()
    },
    refused: () => refused,
    isOpen: () => nextProbe !== null,
    recoveries: () => recoveries,
  }
}
