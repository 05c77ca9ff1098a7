import { Box } from '@chakra-ui/react'
import { taskListMessages as texts } from '#shared/domains/tasks/list-messages.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { formatExact } from '#web/ui/time/moment.tsx'

/** How far a search has looked; `at` is an ISO string. */
export function SearchedTo({ at, oldestFirst }: { at: string; oldestFirst: boolean }) {
  const time = useOfNow(10_000, (now) => formatExact(new Date(at), new Date(now)))
  return (
    <Box as="p" mt="2" px="0.5" color="ink.2" textStyle="xs" data-searched-to>
      {oldestFirst ? texts.searchedBefore(time) : texts.searchedAfter(time)}
      {BETWEEN_FACTS}
      {texts.searchFurther}
    </Box>
  )
}
