import { Box, Link } from '@chakra-ui/react'
import type { Why } from '#shared/domains/tasks/why/contract.ts'
import type { WhyPart } from '#shared/domains/tasks/why/facts.ts'
import { unbroken } from '#shared/lib/time-text.ts'

/** The sentence, and its pieces where they are known: an answer of the platform has the sentence only. */
type ShownCause = Pick<Why, 'text' | 'short'> & { parts?: readonly WhyPart[] }

/**
 * Why a task or a run is in its state. Names and numbers are in ink, only the reason is red; with `onTask` a name leads
 * to its task. `short` is for narrow places.
 */
export function CauseText({
  cause: { text, short: shortText, parts },
  onTask,
  short = false,
}: {
  cause: ShownCause
  onTask?: ((taskId: string) => void) | undefined
  short?: boolean
}) {
  if (short || !parts) return <>{unbroken(short ? shortText : text)}</>
  // The pieces of a sentence have no identity besides their place.
  return parts.map((part, place) => {
    const mark = parts[place - 1]?.tone === 'code' ? markOf(part) : ''
    const rest = mark === '' ? part : { ...part, text: part.text.slice(1) }
    const next = parts[place + 1]
    const end = part.tone === 'code' && next ? markOf(next) : ''
    const piece = <Piece key={place} part={rest} onTask={onTask} />
    if (end === '') return piece
    return (
      <Box as="span" key={place} whiteSpace="nowrap">
        {piece}
        {end}
      </Box>
    )
  })
}

/** The punctuation mark that begins a plain piece: a browser breaks the line before it, after code. */
const markOf = ({ text, tone }: WhyPart) => (tone === 'plain' ? (/^[,;:.)]/.exec(text)?.[0] ?? '') : '')

const styles = {
  name: { color: 'ink', fontWeight: 'medium' },
  // In one line where it fits: a browser breaks `ip-10-3-41-19` at each hyphen.
  code: { color: 'ink', textStyle: 'mono', display: 'inline-block', maxW: 'full', whiteSpace: 'normal' },
  reason: { color: 'status.failed.fg', fontWeight: 'medium' },
} as const

function Piece({ part, onTask }: { part: WhyPart; onTask?: ((taskId: string) => void) | undefined }) {
  const { text, tone, taskId } = part
  if (tone === 'plain') return <>{unbroken(text)}</>
  if (taskId === undefined || !onTask)
    return (
      <Box as="span" {...styles[tone]}>
        {text}
      </Box>
    )
  return (
    <Link asChild {...styles[tone]}>
      <button type="button" data-touch onClick={() => onTask(taskId)}>
        {text}
      </button>
    </Link>
  )
}
