import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { GatewayLimits } from '../lib/limits.ts'
import { lossOf } from './errors.ts'

/** Spares a platform that is away, and its callers, calls that cannot succeed. */
export interface Breaker {
  /** The error to answer with at once, or undefined: the call may be made, and its outcome is told below. */
  refusal(): AppError | undefined
  /** The platform answered, whatever it said. */
  answered(): void
  /** A call ended without an answer. */
  failed(error: Error): void
  /** Calls refused so far. */
  refused(): number
  isOpen(): boolean
}

export interface BreakerOptions extends Pick<GatewayLimits, 'breakerProbeMs' | 'breakerFailures'> {
  clock: Clock
}

/**
 * A platform that takes no connection is away: from then on one call every `breakerProbeMs` is let through as a probe,
 * and all others are refused at once. Connections that break and answers that stay out may be the fault of one route
 * alone; `breakerFailures` of them in a row without any answer in between count as much, and the next call is a probe.
 * A probe that stays out does not hold up the next one.
 */
export function createBreaker({ clock, breakerProbeMs, breakerFailures }: BreakerOptions): Breaker {
  let failures = 0
  let refused = 0
  /** When the next probe may go; null while calls pass. */
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
  }
}
