import { Box } from '@chakra-ui/react'

/** Characters of a short id. */
const SHOWN = 6

/** `…b79c2e`: the end of an id, which tells it apart; ids of one day begin alike. */
export function shortId(id: string): string {
  return id.length > SHOWN * 2 ? `…${id.slice(-SHOWN)}` : id
}

/** An id in its short form; the whole one on hover. */
export function ShortId({ id }: { id: string }) {
  return (
    <Box as="span" fontFamily="mono" textStyle="xs" title={id} whiteSpace="nowrap">
      {shortId(id)}
    </Box>
  )
}
