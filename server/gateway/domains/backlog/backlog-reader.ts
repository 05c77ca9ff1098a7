import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { BacklogRow } from '#shared/domains/tasks/contract.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import type { Principal } from '#server/gateway/session/principal.ts'
import type { Rights } from '#server/gateway/realtime/rights.ts'
import type { BacklogCounters } from './counters.ts'

/** An answer of the platform is used for every viewer within this time, in milliseconds. */
const FRESH = 4500

/** Calls the platform with the token of one user. Throws the AppErrors of the upstream client. */
export type LoadBacklog = () => Promise<Wire<BacklogRow>[]>

/** Sets the counters of one account to the answers of the platform; viewers share its requests. */
export function createBacklogReader(
  counters: BacklogCounters,
  { rights, clock }: { rights: Rights; clock: Clock },
) {
  let asking: Promise<void> | null = null
  /** When the platform was last asked successfully, by the monotonic clock. */
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

  /**
   * Asks the platform, or waits for a request that is in flight. Of the failures of such a request only
   * faults of the platform are shared.
   */
  async function askOnce(load: LoadBacklog): Promise<void> {
    if (!asking) return (asking = ask(load).finally(() => (asking = null)))
    try {
      await asking
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode >= 500 || error.statusCode === 429) throw error
      // The refusal concerns the user of that request, whose session or membership may have ended.
      await askOnce(load)
    }
  }

  /**
   * Checks whether a user may see what was read with the token of another. Throws NOT_FOUND or what `load`
   * throws.
   */
  async function checkRight(principal: Principal, load: LoadBacklog): Promise<void> {
    const verdict = await rights.check(principal, 'account')
    if (verdict.readable) return
    if (!verdict.sessionLost) throw new AppError('NOT_FOUND')
    // Unlike a rights check, a call ends the session when the platform does not know it.
    await load()
  }

  return {
    isUnderWay: () => asking !== null,

    /** Events may have been missed until now, so earlier answers are no longer used. */
    expire(): void {
      gaps++
      asked = -Infinity
    },

    /**
     * `load` calls the platform with the token of `principal`, if it has to be asked; otherwise only the
     * right is checked.
     */
    async refresh(principal: Principal, load: LoadBacklog): Promise<void> {
      if (isFresh() || asking) await checkRight(principal, load)
      if (!isFresh()) await askOnce(load)
    },
  }
}
