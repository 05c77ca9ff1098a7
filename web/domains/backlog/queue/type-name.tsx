import { chakra } from '@chakra-ui/react'

/** A longer last part is cut in its middle, where there is no room; these are its last letters. */
const TAIL = 5
const CUTTABLE = 12
/** The place of the others: where a part of a letter is left, a gap would be seen before the last ones. */
const WHOLE_LETTERS = `calc(round(down, 100% + 0.5px, 1ch) + 0.5px - ${TAIL}ch)`

/**
 * A type of tasks: its last part in ink, which is cut in the middle where there is no room; on a wide screen below the
 * others, of which the end is cut. The whole name is the title.
 */
export function TypeName({ type }: { type: string }) {
  const cut = type.lastIndexOf('.') + 1
  const last = type.slice(cut)
  return (
    <chakra.span
      textStyle="mono"
      display={{ base: 'flex', md: 'block' }}
      minW="0"
      maxW="full"
      whiteSpace="nowrap"
      title={type}
    >
      <chakra.span
        display={{ base: 'inline-block', md: 'block' }}
        truncate
        minW="0"
        flexShrink="9"
        color="ink.2"
        fontWeight="normal"
      >
        {type.slice(0, cut)}
      </chakra.span>
      {last.length > CUTTABLE ? (
        <chakra.span display="flex" minW="0">
          <chakra.span truncate minW="0" maxW={WHOLE_LETTERS}>
            {last.slice(0, -TAIL)}
          </chakra.span>
          <chakra.span flexShrink="0">{last.slice(-TAIL)}</chakra.span>
        </chakra.span>
      ) : (
        last
      )}
    </chakra.span>
  )
}
