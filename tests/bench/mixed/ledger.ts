import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '../../support/platform-process.ts'

/** How a run must end. */
export type End = 'completed' | 'failed' | 'cancelled'

/** What was asked for and acknowledged, kept outside of the product. */
export interface Ledger {
  /** The end that each acknowledged run must have, by its name. */
  ends: Map<string, End>
  /** Calls that were answered by an error, or not at all, and were sent again. */
  repeated: number
  /** Calls that could not succeed by being sent again. */
  refused: string[]
}

interface Kind {
  end: End
  tasks: object[]
}

const noop = 'task.workforce.noop'
const delay = 'task.workforce.delay'
const retry = { max: 20, delayMs: 100, factor: 1 }

/** The kinds of runs; each stands as often as it is started among ten runs. */
function kindsOf(type: string): Kind[] {
  const chain: Kind = {
    end: 'completed',
    tasks: [
      { name: 'first', type: noop, inputs: { fail: 'once', failAttempts: 1 }, retry },
      { name: 'left', type: noop, depends: ['first'] },
      { name: 'right', type: delay, depends: ['first'], inputs: { ms: 200 } },
      { name: 'last', type: noop, depends: ['left', 'right'] },
    ],
  }
  const worked: Kind = {
    end: 'completed',
    tasks: [
      { name: 'read', type, retry },
      { name: 'write', type, depends: ['read'], retry },
    ],
  }
  const failing: Kind = { end: 'failed', tasks: [{ name: 'fails', type: noop, inputs: { fail: 'always' } }] }
  const cancelled: Kind = {
    end: 'cancelled',
    tasks: [{ name: 'waits', type: delay, inputs: { ms: 3_600_000 } }],
  }
  return [chain, worked, chain, failing, worked, chain, cancelled, worked, chain, worked]
}

/**
 * Starts runs at a rate and cancels some of them. Each call is sent again until it is acknowledged, as a careful program
 * does: starts carry a name (`requestId`), so that a start whose answer was lost is not carried out twice.
 */
export function startLoad(call: Call, target: { appId: string; type: string }, perSecond: number) {
  const ledger: Ledger = { ends: new Map(), repeated: 0, refused: [] }
  const kinds = kindsOf(target.type)
  const underWay = new Set<Promise<void>>()
  let stopped = false

  async function surely<T>(method: string, path: string, body: unknown): Promise<T> {
    for (;;) {
      try {
        return await call<T>(method, path, body)
      } catch (error) {
        const { message } = error as Error
        if (/ answered 4(?!29)/.test(message)) throw error
        ledger.repeated++
        await wait(200)
      }
    }
  }

  async function one(number: number): Promise<void> {
    const { end, tasks } = kinds[number % kinds.length]!
    const name = `run ${number}`
    try {
      const body = { name, tasks, requestId: name }
      const { _id } = await surely<{ _id: string }>('POST', `workqueues?appId=${target.appId}`, body)
      ledger.ends.set(name, end)
      if (end === 'cancelled') await surely('POST', `workqueues/${_id}/end`, { status: end })
    } catch (error) {
      const { message } = error as Error
      // The answer to an earlier try was lost: it has ended already.
      if (!/end answered 409/.test(message)) ledger.refused.push(`${name}: ${message}`)
    }
  }

  const work = (async () => {
    const from = performance.now()
    for (let number = 0; !stopped; number++) {
      await wait(Math.max(0, from + (number / perSecond) * 1000 - performance.now()))
      const run: Promise<void> = one(number).finally(() => underWay.delete(run))
      underWay.add(run)
      if (underWay.size >= 100) await Promise.race(underWay)
    }
    await Promise.all(underWay)
  })()
  return {
    ledger,
    /** Starts no more, and waits until everything is acknowledged. */
    async stop(): Promise<void> {
      stopped = true
      await work
    },
  }
}
