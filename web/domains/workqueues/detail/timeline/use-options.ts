import { useCallback, useState } from 'react'
import { stored } from '#web/lib/drafts/draft-keys.ts'
import { type RowOrder, rowOrders } from './rows.ts'

/** What the timeline shows. */
export interface TimelineOptions {
  critical: boolean
  expected: boolean
  fold: boolean
  order: RowOrder
}

const KEY = 'workforce-console.timeline'
const usualOptions: TimelineOptions = { critical: true, expected: true, fold: true, order: 'graph' }

function readOptions(): TimelineOptions {
  try {
    const known = JSON.parse(stored()?.getItem(KEY) ?? '{}') as Partial<Record<string, unknown>>
    const flag = (name: 'critical' | 'expected' | 'fold') => known[name] !== false
    const order = rowOrders.find((each) => each === known['order']) ?? usualOptions.order
    return { critical: flag('critical'), expected: flag('expected'), fold: flag('fold'), order }
  } catch {
    return usualOptions
  }
}

/** The options of the timeline, kept in this tab for every run. */
export function useTimelineOptions(): [TimelineOptions, (change: Partial<TimelineOptions>) => void] {
  const [options, setOptions] = useState(readOptions)
  const change = useCallback(
    (next: Partial<TimelineOptions>) =>
      setOptions((known) => {
        const changed = { ...known, ...next }
        try {
          stored()?.setItem(KEY, JSON.stringify(changed))
        } catch {
          // The storage is full of other data: the options last until the page is left.
        }
        return changed
      }),
    [],
  )
  return [options, change]
}
