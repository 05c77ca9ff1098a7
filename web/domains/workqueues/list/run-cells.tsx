import './rows.css'
import { Flex, type SystemStyleObject } from '@chakra-ui/react'
import { StickyNote } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { KeyInput } from '#shared/domains/workqueues/key-inputs.ts'
import { activeMsAt, fitsStatus, stripPartsOf, stripText } from '#shared/domains/workqueues/list-rows.ts'
import { sentenceParts } from '#shared/domains/workqueues/list-sentence.ts'
import { workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import { withShortHost } from '#shared/lib/host-text.ts'
import { noteMessages } from '#shared/lib/note-messages.ts'
import { shortDuration, unbroken } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import { NameLink, oneLine } from '#web/ui/table/cells.tsx'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/** The name, and below it what tells the run apart from others of its plan: on a card its inputs too. */
export function RunName({ row, inputs }: { row: WorkqueueListRow; inputs: readonly KeyInput[] }) {
  const version = row.plan?.version ?? null
  const restarts = row.restarts ?? 0
  return (
    <span data-run-name>
      <span data-run-first>
        <NameLink to={paths.workqueue(row.appId, row.id)} name={row.name} />
        {row.note && <NoteMark text={row.note.text} />}
      </span>
      <span data-run-second>
        <span data-input title={row.id}>
          {shortId(row.id)}
        </span>
        {version !== null && <Dotted text={`v${version}`} />}
        {restarts > 0 && <Dotted text={workqueueRowMessages.restarted(restarts)} />}
        {inputs.map((input) => (
          <Dotted key={input.key} text={<Input input={input} />} />
        ))}
      </span>
    </span>
  )
}

/** That a run has a note; the text on hover, and for screen readers. */
const NoteMark = memo(function NoteMark({ text }: { text: string }) {
  return (
    <span data-note role="img" aria-label={`${noteMessages.note}: ${text}`} title={text}>
      <StickyNote size={13} aria-hidden />
    </span>
  )
})

const Dotted = ({ text }: { text: ReactNode }) => (
  <span>
    <span data-run-dot>{' · '}</span>
    {text}
  </span>
)

/** Tags shown beside the description; the rest are counted. */
const SHOWN_TAGS = 3

/**
 * Set on the container: one generated style per part would be computed again at every live change. In a table tags
 * without room beside the description are in a second line that is not visible, so that they do not cut it. On a card they
 * follow its last word; below the sentence of the run both are in one line.
 */
const descriptionStyles: SystemStyleObject = {
  alignItems: 'center',
  gap: '1.5',
  color: 'ink.2',
  flexWrap: 'wrap',
  height: { md: '22px' },
  overflow: { md: 'hidden' },
  mdDown: {
    '&:not([data-brief])': { display: 'block', '& > * + *': { display: 'inline-block', ms: '1.5' } },
    '&[data-brief]': {
      flexWrap: 'nowrap',
      '& > [data-text]': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    },
  },
  '& > [data-text]': { minW: '0', maxW: 'full', ...oneLine },
  '& > [data-tag]': { flexShrink: 0, maxW: { base: 'full', md: '120px' } },
  '& > [data-more]': { flexShrink: 0, textStyle: 'xs' },
}

function Description({
  row: { description, tags, why },
}: {
  row: Pick<WorkqueueListRow, 'description' | 'tags' | 'why'>
}) {
  if (!description && tags.length === 0) return null
  const more = tags.slice(SHOWN_TAGS)
  return (
    <Flex
      as="span"
      css={descriptionStyles}
      data-brief={why ? true : undefined}
      title={[description, tags.join(', ')].filter(Boolean).join('\n')}
    >
      {description && <span data-text>{description}</span>}
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span data-tag key={tag}>
          <Tag label={tag} oneLine />
        </span>
      ))}
      {more.length > 0 && <span data-more>+{more.length}</span>}
    </Flex>
  )
}

/** Description and tags, and below them the inputs that vary most, or where there is little room the cause. */
export function RunText({
  row,
  inputs,
  shortCause,
}: {
  row: WorkqueueListRow
  inputs: readonly KeyInput[]
  shortCause: boolean
}) {
  const second = shortCause && row.why ? <RunCause row={row} short /> : <RunInputs inputs={inputs} />
  if (!row.description && row.tags.length === 0 && inputs.length === 0 && !(shortCause && row.why))
    return null
  return (
    <span data-run-text>
      <Description row={row} />
      {second}
    </span>
  )
}

/** An input as `key=value`. */
const Input = ({ input: { key, value } }: { input: KeyInput }) => (
  <span data-input title={`${key}=${value}`}>
    {key}=<b>{value}</b>
  </span>
)

/** Inputs as `key=value`, beside each other where there is room for both. */
export function RunInputs({ inputs }: { inputs: readonly KeyInput[] }) {
  if (inputs.length === 0) return null
  return (
    <span data-run-second data-run-inputs>
      {inputs.map((input) => (
        <Input key={input.key} input={input} />
      ))}
    </span>
  )
}

/** With more parts than this the gaps between them are narrower. */
const DENSE = 12

/** The status of each task, or beyond 24 tasks their shares. */
export const TaskStrip = memo(function TaskStrip({
  strip,
  counts,
}: {
  strip: string | null
  counts: unknown
}) {
  const parts = stripPartsOf(strip, counts)
  if (parts.length === 0) return null
  const words = stripText(parts)
  return (
    <span
      data-task-strip
      data-shares={strip ? undefined : true}
      data-dense={parts.length > DENSE || undefined}
      role="img"
      aria-label={words}
      title={words}
    >
      {parts.map(({ status, count }, place) => (
        // A part is the task at its place, or the only one of its status.
        <span key={strip ? place : status} data-status={status} style={{ flexGrow: count }} />
      ))}
    </span>
  )
})

/** Why the run is in its state: three lines of it, on a phone two; the page of the run has all of it. */
export function RunCause({
  row: { why, status },
  short = false,
}: {
  row: WorkqueueListRow
  short?: boolean
}) {
  if (!why || !fitsStatus(why.code, status)) return null
  return (
    <span data-cause data-code={why.code} title={why.text}>
      {short ? unbroken(why.short) : <Sentence code={why.code} text={why.text} />}
    </span>
  )
}

/** The name of the task and the reason stand out of the sentence; of a host its title has the whole name. */
const Sentence = memo(function Sentence({ code, text }: { code: string; text: string }) {
  // The pieces of a sentence have no identity besides their place.
  return sentenceParts({ code, text }).map((part, place) => (
    <span key={place} data-tone={part.tone} data-detail={part.isDetail}>
      {unbroken(part.tone === 'code' ? withShortHost(part.text) : part.text)}
    </span>
  ))
})

const Steady = memo(function Steady({ text, title, below }: DurationText) {
  return (
    <span data-run-text title={title}>
      <span>{text}</span>
      {below && <span data-run-second>{below}</span>}
    </span>
  )
})

interface DurationText {
  text: string
  title?: string | undefined
  below?: ReactNode
}

/** The active time, or where it is not known the time from the start; zero if it was cancelled before it started. */
export function RunDuration({ row }: { row: WorkqueueListRow }) {
  const { started, ended } = row
  if (ended === null) {
    const isCounted = row.activeMs !== null && started !== null
    return <Steady text="In Progress" below={isCounted && <Elapsed {...row} />} />
  }
  // A run that has just ended has its end from a live event, and its active time from a read while it still ran.
  const activeMs = activeMsAt(row, Date.parse(ended))
  const whole = started === null ? 0 : Date.parse(ended) - Date.parse(started)
  if (activeMs === null) return <Steady text={shortDuration(whole)} />
  return (
    <Steady
      text={shortDuration(activeMs)}
      title={workqueueRowMessages.active(shortDuration(activeMs), shortDuration(whole))}
    />
  )
}

function Elapsed(time: Pick<WorkqueueListRow, 'activeMs' | 'activeSince'>) {
  // Whole seconds: the clock ticks twice a second. It stands still while the page is stale.
  const text = useOfNow(500, (now) => {
    const ms = activeMsAt(time, knownUntil(now)) ?? 0
    return shortDuration(ms < 1000 ? 0 : Math.floor(ms / 1000) * 1000)
  })
  return <span title={workqueueRowMessages.activeOnly(text)}>{text}</span>
}
