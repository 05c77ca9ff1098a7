import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
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
  /** Number of calls refused so far. */
  refused(): number
  isOpen(): boolean
  /** How many times the platform was unavailable and answered again. */
  recoveries(): number
}

export interface BreakerOptions extends Pick<GatewayLimits, 'breakerProbeMs' | 'breakerFailures'> {
  clock: Clock
}

/**
 * A platform that refuses a connection is unavailable: from then on one call per `breakerProbeMs` passes as a probe,
 * and all others are refused at once. A broken connection or a late answer may be the fault of one route;
 * `breakerFailures` of them in a row, without any answer in between, count as much, and the next call is a probe. A
 * probe without an answer does not delay the next one.
 */
export function createBreaker({ clock, breakerProbeMs, breakerFailures }: BreakerOptions): Breaker {
  let failures = 0
  let refused = 0
  let recoveries = 0
  /** When the next probe may pass; null while all calls pass. */
  let nextProbe: number | null = null

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
      if (nextProbe !== null) recoveries++
      nextProbe = null
    },
    failed(error) {
      const loss = lossOf(error)
      if (loss === undefined) return
      failures++
      if (loss === 'unreachable') nextProbe ??= clock.monotonic() + breakerProbeMs
      else if (failures >= breakerFailures) nextProbe ??= clock.monotonic()
    },
    refused: () => refused,
    isOpen: () => nextProbe !== null,
    recoveries: () => recoveries,
  }
}
