import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { LastRead } from '#web/lib/use-last-read.ts'

/**
 * The button in the head of a list that creates an entry: there once the list has entries, could not be read, or has none
 * that match (`offered`). An empty list shows that button in place of its rows. Until the first answer the place is kept,
 * so that nothing below moves, and the button cannot be pressed, because its open dialog would close with it.
 */
export function CreateAnother({
  read,
  total,
  offered = false,
  children,
}: {
  read: Pick<LastRead<unknown>, 'failure'>
  /** Entries of the list; undefined before the first answer. */
  total: number | undefined
  offered?: boolean
  children: ReactNode
}) {
  const isOffered = offered || read.failure !== undefined
  if (total === 0 && !isOffered) return null
  const isKept = total === undefined && !isOffered
  return (
    <Flex visibility={isKept ? 'hidden' : undefined} css={{ '& > *': { flexGrow: 1 } }}>
      {children}
    </Flex>
  )
}
