import './items.css'
import { Box, Button, Skeleton } from '@chakra-ui/react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { copyMessages } from '#shared/lib/copy-messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useKeys } from '#web/lib/use-keys.ts'
import { Segments } from '#web/ui/form/segments.tsx'
import { NewRowsPill } from '#web/ui/table/new-rows-pill.tsx'
import { attentionShows, itemsOf, type AttentionShow } from '../attention-params.ts'
import { heldBy } from '../item-actions.ts'
import { type ItemDecisions, ItemRow } from './item-row.tsx'
import type { ListedItem } from './joined-items.ts'
import { moveFocus, pressInRow } from './row-focus.ts'
import { useShownItems } from './use-shown-items.ts'

/** Rows rendered at first; a button renders as many more. */
const STEP = 100

interface ItemListProps {
  /** All open items of the chosen app and kind; undefined while they are read. */
  items: readonly ListedItem[] | undefined
  show: AttentionShow
  onShow(show: AttentionShow): void
  /** Names the chosen app and kind. */
  list: string
  userId: string | undefined
  /** What restarts and moves that can still be undone hold; see `heldBy`. */
  busy: ReadonlySet<string>
  decisions: ItemDecisions
  /** Shown when the choice has no items. */
  empty: ReactNode
  /** Shown in place of the items when nothing could be read. */
  failed: ReactNode
}

const noItems: readonly ListedItem[] = []
/** The shell copies; see `CopyKeeper`. */
const noKeys = {}

/** The items, worst first, with the choice of whose are listed. Keys: j k, Enter, r, m, a. */
export function ItemList({
  items,
  show,
  onShow,
  list,
  userId,
  busy,
  decisions,
  empty,
  failed,
}: ItemListProps) {
  const titleId = useId()
  const { mayChange } = useRights()
  const open = items ?? noItems
  const chosen = itemsOf(show, open, userId)
  const { rows, held, waiting, enter, touches } = useShownItems(`${show} ${list}`, open, chosen)
  const [limit, setLimit] = useState(STEP)
  const element = useRef<HTMLUListElement>(null)
  useKeys(
    {
      j: () => moveFocus(element.current, 1),
      k: () => moveFocus(element.current, -1),
      Enter: () => pressInRow('h3 a', 'row'),
      r: () => pressInRow('[data-act=first]'),
      m: () => pressInRow('[data-act=mute]'),
      a: () => pressInRow('[data-act=assign]'),
    },
    mayChange ? texts.keys : texts.viewerKeys,
  )
  useKeys(noKeys, copyMessages.keys)
  const left = rows.length - limit
  return (
    <section data-item-list aria-labelledby={titleId} {...touches}>
      <header>
        <h2 id={titleId}>
          {texts.list} {items && <span data-item-count>{itemsOf('all', open, userId).length}</span>}
        </h2>
        <Segments
          label={texts.whose}
          value={show}
          onChange={onShow}
          size="sm"
          options={attentionShows.map((value) => ({
            value,
            label: texts.shows[value],
            ...(items && { count: itemsOf(value, open, userId).length }),
          }))}
        />
        <span data-aside-note data-item-order>
          {held && rows.length > 1 ? texts.orderHeld : texts.worstFirst}
        </span>
      </header>
      <NewRowsPill count={waiting} label={texts.showNew(waiting)} onShow={enter} />
      {failed || (items && rows.length === 0 && empty)}
      <ul data-items ref={element} aria-busy={!items}>
        {!items && !failed && [0, 1, 2, 3].map((place) => <ItemPlace key={place} />)}
        {rows.slice(0, limit).map(({ item, closedAt }, place) => (
          <ItemRow
            key={item.id}
            item={item}
            closedAt={closedAt}
            isFirst={place === 0 && closedAt === null && show !== 'muted'}
            busy={busy.has(heldBy(item))}
            decisions={decisions}
          />
        ))}
      </ul>
      {left > 0 && (
        <Box p="2" textAlign="center">
          <Button variant="ghost" onClick={() => setLimit(limit + STEP)}>
            {pageMessages.showMore(Math.min(STEP, left))}
          </Button>
        </Box>
      )}
    </section>
  )
}

const ItemPlace = () => (
  <li data-item aria-hidden>
    <Skeleton boxSize="32px" animationDelay="150ms" />
    <div data-item-text>
      <Skeleton height="3.5" width="55%" mt="0.5" />
      <Skeleton height="2.5" width="70%" mt="2.5" />
      <Skeleton height="2.5" width="40%" mt="2" />
    </div>
  </li>
)
