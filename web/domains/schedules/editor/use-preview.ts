import { useEffect, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { cronFault } from '#shared/domains/schedules/cron-fault.ts'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { reasonOf } from '#web/ui/feedback/error-text.ts'
import { schedulePreviewQuery } from './operations.ts'

/** Time without a key after which the platform is asked, in milliseconds. */
const PAUSE_MS = 250

export type Preview = ResultOf<typeof schedulePreviewQuery>['schedulePreview']

interface Pattern {
  cron: string
  timeZone: string
}

const keyOf = ({ cron, timeZone }: Pattern) => `${timeZone} ${cron.trim()}`

/**
 * The next times of an expression. `fault`: what is wrong with it, at every key, or why it could not be previewed; `shown`
 * stays the last good preview then, which `current` tells. `isWrong`: it cannot be saved.
 */
export interface TypedPreview {
  shown: Preview | null
  current: boolean
  fault: string | null
  isWrong: boolean
}

/** Previews an expression in a zone. What only the platform knows is asked for once no key is typed for 250 ms. */
export function usePreview(pattern: Pattern): TypedPreview {
  const client = useClient()
  const { cron, timeZone } = pattern
  const key = keyOf(pattern)
  const ownFault = cron.trim() === '' ? null : cronFault(cron)
  const asks = ownFault === null && cron.trim() !== '' && isTimeZone(timeZone)
  const [read, setRead] = useState<{ key: string; preview: Preview } | null>(null)
  const [refused, setRefused] = useState<{ key: string; reason: string; isWrong: boolean } | null>(null)
  useEffect(() => {
    if (!asks) return
    let wanted = true
    const timer = setTimeout(async () => {
      const { data, error } = await client
        .query(schedulePreviewQuery, { cron: cron.trim(), timeZone, count: 10 })
        .toPromise()
      if (!wanted) return
      if (data) setRead({ key, preview: data.schedulePreview })
      else setRefused({ key, reason: faultOfCron(error), isWrong: isRefusal(error) })
    }, PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [asks, client, cron, timeZone, key])
  return {
    shown: read?.preview ?? null,
    current: read?.key === key,
    fault: ownFault ?? (refused?.key === key ? refused.reason : null),
    isWrong: ownFault !== null || (refused?.key === key && refused.isWrong),
  }
}

/** Whether the platform has judged the expression; otherwise it could not be asked. */
const isRefusal = (error: CombinedError | undefined) =>
  error?.graphQLErrors.some(({ extensions }) => extensions.code === 'BAD_REQUEST') ?? false

/** What the platform says of the expression, without its name. */
function faultOfCron(error: Parameters<typeof reasonOf>[0]): string {
  const reason = reasonOf(error)
  return reason.replace(/^Cron /, '')
}
