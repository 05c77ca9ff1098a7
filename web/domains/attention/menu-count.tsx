import './menu-count.css'
import { useQuery } from 'urql'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { attentionCountQuery, attentionSubscription } from './operations.ts'

const noVariables = {}
/** A larger count is shown as `99+`. */
const MOST = 99

/**
 * How many items need attention, live. It is read shortly after the start of the subscription, which does not delay the
 * screen; the Attention screen shares what was read.
 */
function useAttentionCount(): number {
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
  return data?.attention.total ?? 0
}

/** The count beside an entry of the menu; nothing while there is none. `id`: of the text for screen readers. */
export function MenuCount({ id }: { id: string }) {
  const count = useAttentionCount()
  if (count === 0) return null
  return (
    <span data-menu-count>
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <span id={id} hidden>
        {texts.menuCount(count)}
      </span>
    </span>
  )
}
