import { chakra } from '@chakra-ui/react'
import { taskMessages as texts } from '#shared/domains/tasks/messages.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { formatExact, formatMoment } from '#web/ui/time/moment.tsx'
import type { AliasFacts, FailedTask } from './alias-facts.ts'

/** What the figures say about the failure on this alias; nothing where they say nothing. */
export function AliasVerdict({ facts, task, id }: { facts: AliasFacts; task: FailedTask; id: string }) {
  const { relation, last } = facts
  if (relation === null) return null
  const [text, color] = {
    notSeen: [texts.aliasNotSeen(last?.version ?? null), 'status.ended.fg'],
    sameVersion: [texts.aliasSameVersion, 'status.retry.fg'],
    seen: [texts.aliasSameFailure, 'danger'],
    current: [texts.aliasFailedHere(task.attempt ?? 1), 'danger'],
  }[relation] as [string, string]
  return (
    <chakra.span id={id} display="block" textStyle="xs" color={color}>
      {text}
    </chakra.span>
  )
}

/** How long the oldest task has waited. */
export function Oldest({ since }: { since: string | null | undefined }) {
  const text = useOfNow(500, (now) => (since ? roughDuration(Math.max(0, now - Date.parse(since))) : ''))
  if (since === undefined) return null
  return since === null ? <Quiet>{texts.aliasNone}</Quiet> : <>{text}</>
}

/** The newest result of the type on the alias, and when. */
export function LastResult({ last }: { last: AliasFacts['last'] }) {
  const ended = last?.ended
  const time = useOfNow(10_000, (now) => (ended ? formatMoment(new Date(ended), new Date(now)) : ''))
  const exact = useOfNow(10_000, (now) => (ended ? formatExact(new Date(ended), new Date(now)) : ''))
  if (last === undefined) return null
  if (last === null) return <Quiet>{texts.aliasNoResult}</Quiet>
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
  if (success === null) return <Quiet>{texts.aliasNone}</Quiet>
  const { ended, of } = success
  const percent = Math.floor((ended / of) * 100)
  const color = percent < 93 ? 'danger' : percent < 98 ? 'status.retry.fg' : 'status.ended.fg'
  return (
    <>
      <chakra.span display="block" fontWeight="medium" color={color}>{`${percent} %`}</chakra.span>
      <chakra.span display="block" textStyle="xs" color="ink.3">
        {texts.aliasSuccessOf(ended, of)}
      </chakra.span>
    </>
  )
}

const Quiet = chakra('span', { base: { color: 'ink.3' } })
