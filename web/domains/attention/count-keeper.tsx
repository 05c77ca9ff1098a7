import { useEffect } from 'react'
import { useQuery } from 'urql'
import { itemCount } from '#shared/domains/attention/same-cause.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { attentionCountQuery } from './count-operations.ts'
import { attentionSubscription } from './operations.ts'

const noVariables = {}

/**
 * Reports how many items need attention, live. The count is read shortly after the start of the subscription, which does
 * not delay the screen; the Attention screen shares what was read.
 */
export function CountKeeper({ onCount }: { onCount(count: number): void }) {
  const [{ data }, read] = useQuery({
    query: attentionCountQuery,
    variables: noVariables,
    requestPolicy: 'cache-only',
  })
  useLive({
    query: attentionSubscription,
    variables: noVariables,
    pause: false,
    reread: () => read({ requestPolicy: 'network-only' }),
  })
  const count = data ? itemCount(data.attention) : 0
  useEffect(() => onCount(count), [count, onCount])
  return null
}
