import { chakra } from '@chakra-ui/react'
import { aliasMessages as texts } from '#shared/domains/tasks/alias-messages.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { formatExact, formatMoment } from '#web/ui/time/moment.tsx'
import type { AliasFacts, FailedWork } from './alias-facts.ts'

/** What the figures say about the failure on this alias; nothing where they say nothing. */
export function AliasVerdict({ facts, work, id }: { facts: AliasFacts; work: FailedWork; id: string }) {
  const { relation, version, slow } = facts
  if (relation === null) return null
  const [text, color] = {
    notSeen: [texts.notSeen(version), 'status.ended.fg'],
    sameVersion: [texts.sameVersion, 'status.retry.fg'],
    slow: [slow, 'status.retry.fg'],
    seen: [texts.sameFailure, 'danger'],
    current: currentText(work),
    unpolled: [texts.unpolled(work.attempts === null), 'ink.3'],
  }[relation] as [string, string]
  return (
    <chakra.span id={id} display="block" textStyle="xs" color={color}>
      {text}
    </chakra.span>
  )
}

function currentText({ waits, attempts }: FailedWork) {
  if (waits) return [texts.waitsHere, 'ink.2']
  return [attempts === null ? texts.theyFailedHere : texts.failedHere(attempts), 'danger']
}

/** How many workers poll the alias, and their versions; since when none does. */
export function PollerCount({ pollers }: { pollers: AliasFacts['pollers'] }) {
  const last = pollers?.lastPollAt
  const ago = useOfNow(10_000, (now) =>
    last ? texts.polledAgo(roughDuration(Math.max(0, now - Date.parse(last)))) : texts.neverPolled,
  )
  if (!pollers) return null
  const { count, versions } = pollers
  return (
    <>
      <chakra.span display="block" color={count === 0 ? 'danger' : undefined}>
        {count === 0 ? texts.none : count.toLocaleString('en')}
      </chakra.span>
      <chakra.span
        display="block"
        color="ink.3"
        textStyle={count === 0 ? 'xs' : 'mono'}
        overflowWrap="anywhere"
      >
        {count === 0 ? ago : versions.join(', ')}
      </chakra.span>
    </>
  )
}

/** How long the oldest task has waited. */
export function Oldest({ since }: { since: string | null | undefined }) {
  const text = useOfNow(500, (now) => (since ? roughDuration(Math.max(0, now - Date.parse(since))) : ''))
  if (since === undefined) return null
  return since === null ? <Quiet>{texts.none}</Quiet> : <>{text}</>
}

/** The newest result of the type on the alias, and when. */
export function LastResult({ last }: { last: AliasFacts['last'] }) {
  const ended = last?.ended
  const time = useOfNow(10_000, (now) => (ended ? formatMoment(new Date(ended), new Date(now)) : ''))
  const exact = useOfNow(10_000, (now) => (ended ? formatExact(new Date(ended), new Date(now)) : ''))
  if (last === undefined) return null
  if (last === null) return <Quiet>{texts.noResult}</Quiet>
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" whiteSpace="nowrap" title={exact}>
      <chakra.span color={statusTokens(last.status).fg} lineHeight="0">
        <StatusIcon status={last.status} size={13} />
      </chakra.span>
      {last.status} {time}
    </chakra.span>
  )
}

/** The share of tasks that ended well: red below 93 %, amber below 98 %. */
export function Success({ success }: { success: AliasFacts['success'] }) {
  if (success === undefined) return null
  if (success === null) return <Quiet>{texts.none}</Quiet>
  const { ended, of } = success
  const percent = Math.floor((ended / of) * 100)
  const color = percent < 93 ? 'danger' : percent < 98 ? 'status.retry.fg' : 'status.ended.fg'
  return (
    <>
      <chakra.span display="block" fontWeight="medium" color={color}>{`${percent} %`}</chakra.span>
      <chakra.span display="block" textStyle="xs" color="ink.3">
        {texts.successOf(ended, of)}
      </chakra.span>
    </>
  )
}

const Quiet = chakra('span', { base: { color: 'ink.3' } })
