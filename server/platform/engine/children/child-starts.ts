import type { EngineLimits } from '../limits/limits.ts'

/** How deep child runs may be nested: a plan that starts itself fails here. */
export const MAX_RUN_DEPTH = 16

/** How long a start waits for room before it tries again, unless a run of its root ends here before. */
const TRY_AGAIN_MS = 100

/** Starts a child; `full` when as many runs of its root are live as may be. */
export type Attempt<Result> = () => Promise<Result | 'full'>

export interface ChildStarts {
  /** Resolves with the result of the first attempt that is not `full`. */
  run<Result>(rootId: string, depth: number, attempt: Attempt<Result>): Promise<Result>
  /** A run of this root has ended in this process. */
  ended(rootId: string): void
}

interface Waiting {
  depth: number
  /** Whether it is over, else there is no room. */
  tryOnce(): Promise<boolean>
}

/**
 * How many runs of a root may be live when one of that depth starts. Deeper runs may fill what shallower ones may
 * not: else runs that wait for their children could take all the room, and nothing would go on.
 */
export function roomAt(depth: number, { liveBelowRoot }: Pick<EngineLimits, 'liveBelowRoot'>): number {
  return Math.max(depth, Math.ceil((liveBelowRoot / 2) * (1 + Math.min(1, depth / MAX_RUN_DEPTH))))
}

/** Starts the children of each root one after the other, the deepest first. */
export function createChildStarts(): ChildStarts {
  const roots = new Map<string, { waiting: Waiting[]; wake: (() => void) | null }>()

  async function serve(rootId: string): Promise<void> {
    const root = roots.get(rootId)
    while (root && root.waiting.length > 0) {
      const next = root.waiting.reduce((one, other) => (other.depth > one.depth ? other : one))
      if (await next.tryOnce()) root.waiting.splice(root.waiting.indexOf(next), 1)
      else {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, TRY_AGAIN_MS)
          root.wake = () => (clearTimeout(timer), resolve())
        })
        root.wake = null
      }
    }
    roots.delete(rootId)
  }

  return {
    run(rootId, depth, attempt) {
      return new Promise((resolve, reject) => {
        const tryOnce = async () => {
          try {
            const result = await attempt()
            if (result === 'full') return false
            resolve(result)
          } catch (error) {
            reject(error as Error)
          }
          return true
        }
        const root = roots.get(rootId)
        if (root) root.waiting.push({ depth, tryOnce })
        else {
          roots.set(rootId, { waiting: [{ depth, tryOnce }], wake: null })
          void serve(rootId)
        }
      })
    },
    ended(rootId) {
      roots.get(rootId)?.wake?.()
    },
  }
}
