import { chakra, Spinner } from '@chakra-ui/react'

/** Spins while the counters are read again. It keeps its space when hidden, so that nothing moves. */
export function ReadingMark({ reading }: { reading: boolean }) {
  return (
    <chakra.span
      aria-hidden
      color="ink.3"
      lineHeight="0"
      data-reading={reading}
      opacity={reading ? 1 : 0}
      transition="opacity 200ms"
    >
      <Spinner boxSize="12px" borderWidth="1.5px" />
    </chakra.span>
  )
}
