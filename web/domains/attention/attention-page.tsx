import './attention.css'
import { Box } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { itemCount } from '#shared/domains/attention/same-cause.ts'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { useHeldRestart } from '#web/domains/failures/use-held-restart.ts'
import { useFeature } from '#web/lib/features.ts'
import { PHONE_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { AppsCard } from './aside/apps-card.tsx'
import { ClosedToday } from './aside/closed-today.tsx'
import { AttentionFilters, FilterToggle } from './attention-filters.tsx'
import { formatAttentionParams, useAttentionParams } from './attention-params.ts'
import { AwayLine } from './away-line.tsx'
import { EmptyItems } from './empty-items.tsx'
import { FigureCards } from './figures/figure-cards.tsx'
import { ItemDialogs } from './item-dialogs.tsx'
import { ClosedReasons } from './list/item-lines.tsx'
import { joinedItems } from './list/joined-items.ts'
import { ItemList } from './list/item-list.tsx'
import type { ClosedRow } from './operations.ts'
import { type AttentionRead, useAttention } from './use-attention.ts'
import { useDecisions } from './use-decisions.ts'

/** Everything in the account that needs a person, worst first, each item with what fixes it. */
export function AttentionPage() {
  const [query, change] = useAttentionParams()
  const read = useAttention(query)
  const { state } = useSession()
  const userId = state.phase === 'known' ? signedInUser(state.view)?.user._id : undefined
  const [filtersOpen, setFiltersOpen] = useState(false)
  const isPhone = useNarrowerThan(PHONE_PX)
  // Where nothing moves when it appears.
  const isWide = !useNarrowerThan(WIDE_PX)
  const hasFilters = !isPhone || filtersOpen || query.appId !== null || query.kind !== null
  const { decisions, asked, close } = useDecisions()
  const { restart, held } = useHeldRestart({ onChanged: read.reread })
  const reasons = useMemo(() => reasonsOf(read.data?.closedToday ?? []), [read.data])
  const hasFailures = useFeature('failures')
  const all = read.data?.items
  const joined = useMemo(() => all && joinedItems(all), [all])
  const items = read.loading ? undefined : joined
  const count = read.data ? itemCount(read.data) : 0
  return (
    <>
      <PageHead
        crumbs={[]}
        title={texts.title}
        tabTitle={count > 0 ? texts.titleWithCount(count) : texts.title}
        badge={
          <>
            <AttentionMark read={read} isOfAll={query.appId === null} />
            {isWide && <AwayLine />}
            <FilterToggle open={filtersOpen} onToggle={() => setFiltersOpen(!filtersOpen)} />
          </>
        }
        actions={hasFilters && <AttentionFilters query={query} onChange={change} />}
      />
      <FigureCards data={read.data} failed={read.failure !== undefined} isStale={read.staleSince !== null} />
      <div data-attention>
        <ClosedReasons value={reasons}>
          <ItemList
            items={items}
            show={query.show}
            onShow={(show) => change({ show })}
            list={formatAttentionParams({ ...query, show: 'all' })}
            userId={userId}
            busy={held}
            decisions={decisions}
            empty={
              <EmptyItems query={query} running={read.data?.figures.running.now ?? null} onChange={change} />
            }
            failed={
              read.failure && (
                <FailedState message={failText(texts.loadFailed, read.failure)} onRetry={read.reread} />
              )
            }
          />
        </ClosedReasons>
        <aside>
          <AppsCard apps={read.data?.apps} failed={read.failure !== undefined} />
          <ClosedToday rows={read.data?.closedToday} />
          {!isWide && <AwayLine />}
          {hasFailures && (
            <TextLink to={paths.failures()} display="inline-block" px="3.5" py="2.5">
              {texts.allFailures}
            </TextLink>
          )}
        </aside>
      </div>
      {asked && (
        <ItemDialogs
          asked={{ sentence: asked.item.sentence, deed: asked.deed }}
          restart={restart}
          onClose={close}
        />
      )}
    </>
  )
}

/** Whether the page is live, and whether it shows all apps. */
function AttentionMark({
  read: { failure, failing, staleSince, reread },
  isOfAll,
}: {
  read: AttentionRead
  isOfAll: boolean
}) {
  // Nothing has been read yet: the reason stands in place of the items.
  if (failure) return null
  return (
    <>
      <LiveMark listening failing={failing} readAt={staleSince ?? undefined} onReadAgain={reread} />
      {isOfAll && (
        <Box as="span" color="ink.2" textStyle="xs" hideBelow="sm">
          {texts.allApps}
        </Box>
      )}
    </>
  )
}

const reasonsOf = (closed: readonly ClosedRow[]) => new Map(closed.map(({ id, text }) => [id, text]))
