import { vi } from 'vitest'
import type { TestGateway } from './gateway.ts'

/** Repeated looks of a gateway, as those at its sockets, stand still with these until `passSeconds`; start it after. */
export const holdTimers = () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

/** Lets time pass at gateways of one clock, every look at sockets and rights included. */
export async function passSeconds(seconds: number, gateways: readonly TestGateway[]): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    gateways[0]?.clock.advance(1000)
    await vi.advanceTimersByTimeAsync(1000)
    // What a look has asked of the platform is answered before the next one.
    await Promise.all(gateways.map(({ http }) => http.get('/api/fence').set('authorization', 'Basic x')))
  }
}
