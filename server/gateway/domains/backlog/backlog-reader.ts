import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { BacklogRow } from '#shared/domains/tasks/contract.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import type { Principal } from '#server/gateway/session/principal.ts'
import type { Rights } from '#server/gateway/realtime/rights.ts'
import type { Counters } from './counters.ts'

/** An answer of the platform serves everybody who asks within this time, in milliseconds. */
const FRESH = 4500

/** Asks the platform in the name of one user. Throws the AppErrors of the upstream client. */
export type LoadBacklog = () => Promise<Wire<BacklogRow>[]>

/** Brings the counters of one account to what the platform says, which is asked once for all who look. */
export function createBacklogReader(counters: Counters, { rights, clock }: { rights: Rights; clock: Clock }) {
  let asking: Promise<void> | null = null
  /** When the platform was last asked with success, by the monotonic clock. */
  let asked = -Infinity
  let gaps = 0

  const isFresh = () => clock.monotonic() - asked < FRESH

  async function ask(load: LoadBacklog): Promise<void> {
    const [begun, gapsBefore] = [clock.monotonic(), gaps]
    const from = counters.beginRead()
    try {
      counters.seed(await load(), from)
      if (gaps === gapsBefore) asked = begun
    } catch (error) {
      counters.readFailed()
      throw error
    }
  }

  /** Asks the platform, or waits with whoever asks already; of what fails there only the platform's faults are shared. */
  async function askOnce(load: LoadBacklog): Promise<void> {
    if (!asking) return (asking = ask(load).finally(() => (asking = null)))
    try {
      await asking
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode >= 500 || error.statusCode === 429) throw error
      // Refused was the one who asked: the session has ended, or the account is theirs no more.
      await askOnce(load)
    }
  }

  /** Whether somebody may see what was asked for in another one's name. Throws NOT_FOUND or what `load` throws. */
  async function checkRight(principal: Principal, load: LoadBacklog): Promise<void> {
    const verdict = await rights.check(principal, 'account')
    if (verdict.readable) return
    if (!verdict.sessionLost) throw new AppError('NOT_FOUND')
    // A call ends the session with all that belongs to it, a check of rights does not.
    await load()
  }

  return {
    isUnderWay: () => asking !== null,

    /** Events may have been missed until now: what was read before them counts no longer. */
    expire(): void {
      gaps++
      asked = -Infinity
    },

    /** `load` asks in the name of `principal`, when the platform has to be asked; otherwise only the right is checked. */
    async refresh(principal: Principal, load: LoadBacklog): Promise<void> {
      if (isFresh() || asking) await checkRight(principal, load)
      if (!isFresh()) await askOnce(load)
    },
  }
}
