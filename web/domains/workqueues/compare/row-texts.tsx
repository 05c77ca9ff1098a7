import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { shortHost } from '#shared/lib/host-text.ts'
import { isCancelledTask } from '#shared/domains/tasks/rules.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { oneLine } from '#web/ui/table/cells.tsx'
import type { TimelineAttempt } from '../detail/timeline/attempts.ts'
import { latestRound, type RunTime } from './run-times.ts'
import { type ComparedRow, isNotNeeded } from './task-differences.ts'
import type { ComparedTask, Side } from './task-pairs.ts'

/** Waits that differ by less, in milliseconds, are shown as one. */
const ALIKE_WAIT_MS = 1000

/** A value of both runs: one where it is the same, else `left → right`; null where a run has none. */
export function Change({ left, right, strong }: { left: ReactNode; right: ReactNode; strong?: ReactNode }) {
  if (left === right || left === null || right === null) return <>{right ?? left}</>
  return (
    <>
      {left}
      <Box as="span" color="ink.3" px="1.5" aria-label="to" role="img">
        →
      </Box>
      <wbr />
      {strong ?? right}
    </>
  )
}

/** `failed 3/3`: the attempts since the last restart, of those that the task may have. */
export function statusText(
  task: ComparedTask,
  attempts: readonly TimelineAttempt[],
  errorTask: boolean,
): string {
  if (isCancelledTask(task)) return compareMessages.cancelled
  if (errorTask && isNotNeeded(task)) return compareMessages.notNeeded
  if (task.status === 'notstarted') return compareMessages.notStarted
  if (task.status !== 'failed') return task.status
  const made = latestRound(attempts).at(-1)?.ofRound
  const retry = task.retry as { max?: unknown } | null
  const allowed = typeof retry?.max === 'number' ? retry.max + 1 : null
  return made === undefined || allowed === null || made > allowed
    ? task.status
    : `${task.status} ${made}/${allowed}`
}

/** `3 × 30 s`, or the time of all attempts; null for a task that did not run. */
export function ranText({ ms, attempts, eachMs }: RunTime): string | null {
  if (ms === null) return null
  return eachMs === null ? shortDuration(ms) : `${attempts} × ${shortDuration(eachMs)}`
}

const waitOf = (task: ComparedTask | null) => (task && task.started !== null ? task.wait : null)

/** How long the task waited for a worker in both runs. */
export function waitTexts({ left, right }: ComparedRow): { left: string | null; right: string | null } {
  const [before, now] = [waitOf(left), waitOf(right)]
  const text = (wait: number | null) => (wait === null ? null : shortDuration(wait))
  const alike = before !== null && now !== null && Math.abs(before - now) < ALIKE_WAIT_MS
  return { left: alike ? text(now) : text(before), right: text(now) }
}

/** What a row says in place of its version: why only one run has it. */
export function noteOf(row: ComparedRow, names: Readonly<Record<Side, string>>): string | null {
  if (row.difference !== 'only') return null
  if (row.errorTask && row.left && row.right) return compareMessages.onFailureOnly
  return row.side === 'right' ? compareMessages.onlyHereNote : compareMessages.onlyInNote(names.left)
}

/**
 * `2.14.0 → 2.14.1` and below it `@ crane-07`: versions and hosts, each once where it is the same. One line each; only a
 * pair of long hosts takes a second one, because hosts differ at their ends. The whole names are the title.
 */
export function VersionAtHost({ row: { left, right } }: { row: ComparedRow }) {
  const [before, now] = [left, right].map((task) =>
    task && task.started !== null && task.status !== 'queued' ? task : null,
  )
  const versions = valuesOf(before?.version, now?.version)
  const hosts = valuesOf(before?.hostName, now?.hostName)
  if (versions.length === 0 && hosts.length === 0) return null
  const short = hosts.map(shortHost)
  const shown = new Set(short).size === short.length ? short : hosts
  const title = [versions, hosts]
    .map((values) => values.join(' → '))
    .filter(Boolean)
    .join(' @ ')
  return (
    <Box as="span" display="block" textStyle="mono" title={title} css={{ '& > :first-child': oneLine }}>
      {versions.length > 0 && (
        <Box as="span" display="block">
          <Values values={versions} />
        </Box>
      )}
      {hosts.length > 0 && (
        <Box as="span" display="block" color={hosts.length > 1 ? undefined : 'ink.3'}>
          {'@ '}
          <Values values={shown} />
        </Box>
      )}
    </Box>
  )
}

/** The values of both runs, or the one that both have or that is known; empty where none is. */
function valuesOf(before: string | null | undefined, now: string | null | undefined): string[] {
  const known = [before, now].filter((value) => value !== undefined)
  const values = known.map((value) => value ?? compareMessages.none)
  return known.every((value) => value === null) ? [] : [...new Set(values)]
}

function Values({ values }: { values: readonly string[] }) {
  const [left = '', right = left] = values
  return <Change left={left} right={right} strong={<b>{right}</b>} />
}
