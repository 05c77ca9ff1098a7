import { Flex } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { daysSince } from '#shared/domains/workers/rules.ts'
import { useNow } from '#web/lib/use-time.ts'

/** Shows that a worker is deleted, and for how many days: its last change was the deletion. */
export function DeletedNote({ since }: { since: string | null }) {
  const now = useNow(10_000)
  return (
    <Flex
      role="note"
      align="center"
      gap="2.5"
      px="3.5"
      py="2.5"
      borderRadius="lg"
      bg="status.deleted.soft"
      color="ink.2"
    >
      <Trash2 size={16} aria-hidden />
      <span>
        {workerMessages.deletedText} {since && `${workerMessages.deletedSince(daysSince(since, now))}.`}
      </span>
    </Flex>
  )
}
