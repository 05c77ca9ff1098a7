import { Box } from '@chakra-ui/react'
import { peopleMessages } from '#shared/lib/people-messages.ts'

/** In the place of states, inputs, outputs and logs, for a viewer who does not see them. */
export function HiddenPayloads() {
  return (
    <Box as="p" color="ink.2">
      {peopleMessages.payloadsHidden}
    </Box>
  )
}
