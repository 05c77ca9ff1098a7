import { Box } from '@chakra-ui/react'

/** `65f1…9c2e`: short, but distinct enough to compare. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id
}

/** An id in its short form; the whole one on hover. */
export function ShortId({ id }: { id: string }) {
  return (
    <Box as="span" fontFamily="mono" textStyle="xs" title={id} whiteSpace="nowrap">
      {shortId(id)}
    </Box>
  )
}
