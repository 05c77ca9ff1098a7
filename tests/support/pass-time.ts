import { vi } from 'vitest'
import type { TestGateway } from './gateway.ts'

/**
 * The gateway's periodic checks, such as those of its sockets, run only in `passSeconds`; start it after this
 * call.
 */
export const holdTimers = () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

/** Advances the time of gateways that share one clock, and runs their checks of sockets and rights. */
export async function passSeconds(seconds: number, gateways: readonly TestGateway[]): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    gateways[0]?.clock.advance(1000)
    await vi.advanceTimersByTimeAsync(1000)
    // The calls of one check to the platform are answered before the next check.
    await Promise.all(gateways.map(({ http }) => http.get('/api/fence').set('authorization', 'Basic x')))
  }
}
