import { Button } from '@chakra-ui/react'
import { CircleCheck } from 'lucide-react'
import { useQuery } from 'urql'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { spanText } from '#shared/domains/queues/words.ts'
import { useFeature } from '#web/lib/features.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import type { AttentionParams } from './attention-params.ts'
import { lastFailureQuery } from './operations.ts'

const anyState = { state: ['open', 'muted', 'closed', 'regressed'] }

/** In place of the items when the choice has none: what this means, and the next step. */
export function EmptyItems({
  query: { show, appId, kind },
  running,
  onChange,
}: {
  query: AttentionParams
  /** Runs of the account under way; null: not known. */
  running: number | null
  onChange(change: Partial<AttentionParams>): void
}) {
  if (show !== 'all')
    return (
      <EmptyState
        icon={<CircleCheck size={20} />}
        title={texts.emptyOf[show]}
        description={texts.emptyText[show]}
        action={<Button onClick={() => onChange({ show: 'all' })}>{texts.showAll}</Button>}
      />
    )
  if (appId !== null || kind !== null)
    return (
      <EmptyState
        icon={<CircleCheck size={20} />}
        title={texts.noMatch}
        action={<Button onClick={() => onChange({ appId: null, kind: null })}>{texts.clearFilters}</Button>}
      />
    )
  return <AllWell running={running} />
}

function AllWell({ running }: { running: number | null }) {
  const [{ data }] = useQuery({
    query: lastFailureQuery,
    variables: anyState,
    pause: !useFeature('failures'),
  })
  const last = data?.failures.rows.at(0)?.last ?? null
  const ago = useOfNow(10_000, (now) => (last === null ? '' : spanText(now - Date.parse(last))))
  return (
    <EmptyState
      icon={<CircleCheck size={20} />}
      title={texts.empty(running, ago || null)}
      description={texts.emptyHint}
    />
  )
}
