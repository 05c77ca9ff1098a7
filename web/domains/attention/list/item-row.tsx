import { Button } from '@chakra-ui/react'
import { ArrowRight, Check, MoreHorizontal } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'react-router-dom'
import { historyMessages } from '#shared/domains/clusters/history-messages.ts'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { userName } from '#shared/lib/email.ts'
import { IfMayChange, useRights } from '#web/lib/rights.tsx'
import { AssignMenu } from '#web/domains/failures/assign-menu.tsx'
import { copyAttributes } from '#web/lib/copy/copy-subject.ts'
import { useFeature } from '#web/lib/features.ts'
import { MuteMenu } from '#web/domains/failures/mute-menu.tsx'
import { CopyHandle } from '#web/ui/display/copy-handle.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import {
  actionsOf,
  addressOf,
  copiedItem,
  deploymentOf,
  type AskingDeed,
  type ItemAction,
} from '../item-actions.ts'
import { lookOf } from '../kinds.ts'
import type { AttentionRow } from '../operations.ts'
import { ClosedLine, ItemLines, ItemStates } from './item-lines.tsx'
import type { ListedItem } from './joined-items.ts'
import { LateRuns } from './late-runs.tsx'
import type { ShownItem } from './shown-items.ts'

/** What the buttons of a row do. The functions stay the same, so that only changed rows are rendered. */
export interface ItemDecisions {
  act(item: ListedItem, deed: AskingDeed): void
  assign(item: ListedItem, userId: string | null): void
  mute(item: ListedItem, until: string): void
  unmute(item: ListedItem): void
}

interface ItemRowProps extends ShownItem {
  /** It is the first row: its action is the filled button of the screen. */
  isFirst: boolean
  /** An action of it is being done. */
  busy: boolean
  decisions: ItemDecisions
}

/** One item: what it is, how many and where, whose it is, and what fixes it. */
export const ItemRow = memo(function ItemRow({ item, closedAt, isFirst, busy, decisions }: ItemRowProps) {
  const isClosed = closedAt !== null
  const { icon, tone, name } = lookOf(item.kind)
  const Icon = isClosed ? Check : icon
  const address = addressOf(item)
  const deployment = deploymentOf(item)
  const sentence = <Sentence item={item} />
  return (
    <li
      data-item={item.id}
      data-first={isFirst || undefined}
      data-leaving={isClosed || undefined}
      tabIndex={-1}
      aria-label={item.sentence}
      {...copyAttributes(copiedItem(item))}
    >
      <span data-item-icon={isClosed ? 'completed' : tone} role="img" aria-label={name} title={name}>
        <Icon size={16} strokeWidth={2.25} aria-hidden />
      </span>
      <div data-item-text>
        <h3>
          {address ? <Link to={address}>{sentence}</Link> : sentence}
          <CopyHandle name={item.sentence} />
        </h3>
        {isClosed ? (
          <ClosedLine item={item} />
        ) : (
          <ItemLines
            lines={item.details}
            end={
              deployment && (
                <TextLink
                  to={deployment}
                  textDecoration="underline"
                  display={{ base: 'inline-flex', sm: 'inline' }}
                  alignItems="center"
                  minH={{ base: '10', sm: 'auto' }}
                  my={{ base: '-2.5', sm: '0' }}
                >
                  {historyMessages.deployment}
                </TextLink>
              )
            }
          />
        )}
        {!isClosed && <ItemStates item={item} />}
        {!isClosed && item.runs && item.runs.length > 1 && <LateRuns runs={item.runs} />}
      </div>
      {!isClosed && <ItemButtons item={item} isFirst={isFirst} busy={busy} decisions={decisions} />}
    </li>
  )
})

/** The sentence of an item. On a phone the name of a task type is shown without its path. */
function Sentence({ item: { sentence, links } }: { item: AttentionRow }) {
  const path = links.type?.replace(/[^.]*$/, '') ?? ''
  const at = path === '' ? -1 : sentence.indexOf(path)
  if (at === -1) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <span data-type-path>{path}</span>
      {sentence.slice(at + path.length)}
    </>
  )
}

function ItemButtons({ item, isFirst, busy, decisions }: Omit<ItemRowProps, 'closedAt'>) {
  const { mayChange } = useRights()
  const [first, second] = actionsOf(item, useFeature('keys') && mayChange)
  const [isOpen, setOpen] = useState(false)
  const small = { variant: 'ghost', size: 'xs' } as const
  return (
    <div data-item-buttons data-open={isOpen || undefined}>
      <span data-item-main>
        {first && (
          <ActionButton
            item={item}
            action={first}
            decisions={decisions}
            filled={isFirst}
            loading={busy}
            data-act="first"
          />
        )}
      </span>
      <Button
        data-item-more
        px="0"
        aria-label={texts.moreActions(item.sentence)}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreHorizontal />
      </Button>
      <span data-item-second>
        {second && <ActionButton item={item} action={second} decisions={decisions} quiet />}
      </span>
      <Owner owner={item.owner} />
      <span data-item-decide>
        <IfMayChange>
          <AssignMenu
            {...small}
            data-act="assign"
            data-unassigned={item.owner === null || undefined}
            aria-label={texts.assignItem(item.sentence)}
            ownerId={item.owner?.userId ?? null}
            onAssign={(userId) => decisions.assign(item, userId)}
          />
          <MuteMenu
            {...small}
            data-act="mute"
            aria-label={item.mutedUntil === null ? texts.muteItem(item.sentence) : undefined}
            muted={item.mutedUntil !== null}
            onMute={(until) => decisions.mute(item, until)}
            onUnmute={() => decisions.unmute(item)}
          />
        </IfMayChange>
      </span>
    </div>
  )
}

function ActionButton({
  item,
  action: { label, deed, leaves },
  decisions,
  filled = false,
  quiet = false,
  loading = false,
  ...rest
}: {
  item: ListedItem
  action: ItemAction
  decisions: ItemDecisions
  filled?: boolean
  quiet?: boolean
  loading?: boolean
  'data-act'?: string
}) {
  const look = {
    variant: filled ? 'solid' : quiet ? 'ghost' : 'outline',
    title: label,
    'data-danger': deed.do === 'cancel' || undefined,
    ...rest,
  } as const
  if (deed.do === 'go')
    return (
      <Button asChild {...look}>
        <Link to={deed.to}>
          <span>{label}</span>
          {leaves && <ArrowRight size={14} aria-hidden />}
        </Link>
      </Button>
    )
  return (
    <IfMayChange>
      <Button {...look} loading={loading} loadingText={label} onClick={() => decisions.act(item, deed)}>
        <span>{label}</span>
      </Button>
    </IfMayChange>
  )
}

function Owner({ owner }: Pick<AttentionRow, 'owner'>) {
  return (
    <span data-item-owner={owner ? 'known' : 'none'} title={owner?.email}>
      <Avatar email={owner?.email ?? null} />
      <span>{owner ? userName(owner.email) : texts.unassigned}</span>
    </span>
  )
}
