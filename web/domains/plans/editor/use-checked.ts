import { useEffect, useState } from 'react'
import { useDebounced } from '#web/lib/use-time.ts'
import type { Asked, Checked } from './check.ts'

/** A text is checked once it has not changed for this long, in milliseconds. */
const SETTLED_MS = 250

type Check = (asked: Asked) => Promise<Checked>

/** Checks in a worker of its own, which the first check starts and `stop` ends. */
function createChecks(): { check: Check; stop(): void } {
  let worker: Worker | null = null
  let last = 0
  const waiting = new Map<number, (checked: Checked) => void>()
  const start = () => {
    const started = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<{ id: number; checked: Checked }>) => {
      waiting.get(data.id)?.(data.checked)
      waiting.delete(data.id)
    })
    return started
  }
  return {
    async check(asked) {
      if (typeof Worker === 'undefined') return (await import('./check.ts')).check(asked)
      worker ??= start()
      const to = worker
      return new Promise((resolve) => {
        last += 1
        waiting.set(last, resolve)
        to.postMessage({ ...asked, id: last })
      })
    },
    stop() {
      worker?.terminate()
      worker = null
      waiting.clear()
    },
  }
}

/**
 * What is known of a text, of the newest that has been checked: `text` says of which. Null before the first answer, and where
 * the checks could not be loaded.
 */
export function useChecked(
  text: string,
  types: readonly string[] | null,
  inputs: Asked['inputs'] = null,
): Checked | null {
  const settled = useDebounced(text, SETTLED_MS)
  const [checks] = useState(createChecks)
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => checks.stop, [checks])
  useEffect(() => {
    let isNewest = true
    const take = (answer: Checked) => {
      // The schema is the same one for every text.
      if (isNewest) setChecked((before) => (before ? { ...answer, schema: before.schema } : answer))
    }
    // Without checks the platform reports faults when the plan is saved.
    checks.check({ text: settled, types, inputs }).then(take, () => {})
    return () => {
      isNewest = false
    }
  }, [checks, settled, types, inputs])
  return checked
}
