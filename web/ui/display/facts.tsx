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
