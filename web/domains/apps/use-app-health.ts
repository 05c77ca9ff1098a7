import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useIdle } from '#web/realtime/use-idle.ts'
import { appHealthQuery } from './operations.ts'

/** The time between two reads, in milliseconds. */
const REREAD_MS = 15_000
const variables = { hours: 24 }

/** What an app runs now, and how its runs of the last 24 hours ended. */
export type HealthOfApp = ResultOf<typeof appHealthQuery>['appStats'][number]

/** The health of the apps of the account. */
export interface AppsHealth {
  /** Whether the platform tells it. */
  offered: boolean
  /** By the id of the app; undefined until it is read. */
  byApp: ReadonlyMap<string, HealthOfApp> | undefined
  failing: boolean
  /** When it was read last, in milliseconds since 1970; undefined before that. */
  readAt: number | undefined
  reread(): void
}

/** The health of all apps, read again every 15 seconds while the page is seen. */
export function useAppHealth(): AppsHealth {
  const offered = useFeature('stats')
  const idle = useIdle()
  const [{ data, error, fetching, stale }, read] = useQuery({
    query: appHealthQuery,
    variables,
    pause: !offered,
    requestPolicy: 'cache-and-network',
  })
  useEffect(() => {
    if (!offered || idle) return
    const timer = setInterval(() => {
      if (!document.hidden) read({ requestPolicy: 'network-only' })
    }, REREAD_MS)
    return () => clearInterval(timer)
  }, [offered, idle, read])
  const reread = () => read({ requestPolicy: 'network-only' })
  const reading = fetching || stale
  const wasReading = useRef(false)
  const [readAt, setReadAt] = useState<number>()
  useEffect(() => {
    if (wasReading.current && !reading && data && !error) setReadAt(Date.now())
    wasReading.current = reading
  }, [reading, data, error])
  // A read that fails has no data: then the last ones are kept.
  const [rows, setRows] = useState(data?.appStats)
  if (data && data.appStats !== rows) setRows(data.appStats)
  const byApp = useMemo(() => rows && new Map(rows.map((row) => [row.appId ?? '', row])), [rows])
  return { offered, byApp, failing: error !== undefined, readAt, reread }
}
