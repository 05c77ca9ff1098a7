import { Box, Button, Flex, Skeleton } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { paths } from '#web/paths.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import type { Movable } from './use-movable.ts'

/** What the tasks have in common: why they failed if they did, their type, where they are. */
export function MoveSubject({ work, title, ready }: Movable) {
  if (!ready) return <Skeleton height="3" width="60%" mt="-2" />
  return (
    <Box as="p" mt="-3" overflowWrap="anywhere" color="ink.2">
      {title && (
        <>
          <Box as="span" color="status.failed.fg" fontWeight="medium">
            {title}
          </Box>
          {BETWEEN_FACTS}
        </>
      )}
      <Box as="span" textStyle="mono">
        {work.type}
      </Box>
      {` · ${texts.nowOn(work.aliases)}`}
    </Box>
  )
}

/** Said where the tasks have nowhere to go; without pollers it is only known that no other alias exists. */
export function NoOtherAlias({ knowsPollers }: { knowsPollers: boolean }) {
  return (
    <Flex align="center" justify="space-between" gap="3" wrap="wrap">
      <Box>
        <Box fontWeight="medium">{knowsPollers ? texts.noOtherPolled : texts.noOther}</Box>
        <Box color="ink.2">{knowsPollers && texts.noOtherPolledText}</Box>
      </Box>
      <Button asChild minH={{ base: '10', sm: '8' }}>
        <Link to={paths.workers()}>{texts.startWorker}</Link>
      </Button>
    </Flex>
  )
}
