import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Between facts of one line: it ends a line and never begins one. */
export const BETWEEN_FACTS = '\u00a0· '

/** Labels on the left, what is known on the right; its children are `Fact`. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="minmax(96px, auto) minmax(0, 1fr)"
      columnGap="3"
      rowGap="1"
      overflowWrap="anywhere"
    >
      {children}
    </chakra.dl>
  )
}

/** One label and what is known, for a `dl` of two columns. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <chakra.dt color="ink.3">{label}</chakra.dt>
      <chakra.dd minW="0">{children}</chakra.dd>
    </>
  )
}

/** The room of the dot before a fact, in pixels. */
const DOT = 12

const lineStyles = {
  // Not above and below: there is a part of the area in which a finger hits a link.
  overflowX: 'clip',
  '& > span': { display: 'flex', flexWrap: 'wrap', ms: `-${DOT}px` },
  '& > span > span': {
    position: 'relative',
    minW: '0',
    maxW: 'full',
    ps: `${DOT}px`,
    overflowWrap: 'anywhere',
  },
  '& [data-dot]': { position: 'absolute', insetStart: '0', width: `${DOT}px`, textAlign: 'center' },
}

/**
 * Facts beside each other; one without room stands in the next line. The dot between two is before the second, outside
 * of the box where that begins a line, so that no line begins or ends with one.
 */
export function FactLine({ facts }: { facts: readonly (readonly [key: string, fact: ReactNode])[] }) {
  return (
    <chakra.span display="block" css={lineStyles}>
      <span>
        {facts.map(([key, fact], place) => (
          <span key={key}>
            {place > 0 && <span data-dot>{' · '}</span>}
            {fact}
          </span>
        ))}
      </span>
    </chakra.span>
  )
}
