import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { CombinedError } from 'urql'
import { attentionScreenMessages } from '#shared/domains/attention/screen-messages.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useLostAt } from '#web/realtime/live-status.ts'
import { createReread } from '#web/realtime/reread.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { useRereadOnReturn } from '#web/realtime/use-reread-on-return.ts'
import { rereadError, useFailToast } from '#web/ui/feedback/request-toasts.ts'
import type { AttentionParams } from './attention-params.ts'
import { type AttentionData, attentionScreenQuery, attentionSubscription } from './operations.ts'

/** The figures are read again so often while the page is visible, in milliseconds. */
const REREAD_MS = 15_000

type Reread = ReturnType<typeof createReread>

const noVariables = {}

export interface AttentionRead {
  /** What was read last, also while another choice is being read. */
  data: AttentionData | undefined
  /** Another app or kind is being read; `data` is still the old one. */
  loading: boolean
  /** Why nothing could be read; undefined while there is something. */
  failure: CombinedError | undefined
  /** Whether the last read failed. */
  failing: boolean
  /** When the data was read, in milliseconds since 1970; null before that. */
  readAt: number | null
  /** The moment of the data while it can get old: reads fail, or the live connection is lost. */
  staleSince: number | null
  reread(): void
}

/** What needs attention of an app and a kind, or of all: items at every change, figures every 15 seconds. */
export function useAttention({ appId, kind }: Pick<AttentionParams, 'appId' | 'kind'>): AttentionRead {
  const variables = useMemo(() => ({ ...(appId && { appId }), ...(kind && { kind }) }), [appId, kind])
  const read = useLastRead(attentionScreenQuery, variables)
  const { error, readAt, reread, rereadInBackground } = read
  const failure = read.current ? undefined : read.failure
  const lostAt = useLostAt()
  const readFigures = useEffectEvent(() => {
    if (document.visibilityState === 'visible') rereadInBackground()
  })
  useEffect(() => {
    const timer = setInterval(readFigures, REREAD_MS)
    return () => clearInterval(timer)
  }, [])
  const closings = useRef<Reread>(null)
  useEffect(() => {
    const reread = createReread(readFigures)
    closings.current = reread
    return reread.cancel
  }, [])
  useLive({
    query: attentionSubscription,
    variables: noVariables,
    pause: false,
    reread: rereadInBackground,
    // Why it has closed is read with the items that have.
    onEvent: ({ attention: { event } }) => event === 'remove' && closings.current?.request(),
  })
  useRereadOnReturn({ readAt, failing: false, reread: rereadInBackground })
  useFailToast(attentionScreenMessages.loadFailed, rereadError(read))
  return {
    data: read.data?.attention,
    loading: !read.current && !read.failure,
    failure,
    failing: error !== undefined,
    readAt,
    staleSince: lostAt !== null ? Math.max(readAt ?? 0, lostAt) : error ? readAt : null,
    reread,
  }
}
