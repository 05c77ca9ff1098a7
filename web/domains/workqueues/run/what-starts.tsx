import { Box, chakra, Flex } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { verdictMessages } from '#shared/domains/queues/messages.ts'
import { runFormMessages as texts } from '#shared/domains/workqueues/run-form-messages.ts'
import { heldQueues, type HeldQueue, taskCountOf } from '#shared/domains/workqueues/what-starts.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'

/** Queues that are listed; the others are counted. */
const LISTED = 3

/** How many tasks a run begins, in which app, and in which queues they would wait now. */
export function WhatStarts({ definition, appName }: { definition: unknown; appName: string | null }) {
  const { queues } = useQueues()
  const count = taskCountOf(definition)
  const held = useMemo(
    () => (queues ? heldQueues(definition, queues, verdictMessages.nobodyYet) : []),
    [definition, queues],
  )
  if (count === 0) return null
  return (
    <Box display="grid" gap="1.5">
      <Box color="ink.2">{texts.starts(count, appName)}</Box>
      {held.length > 0 && (
        <chakra.ul aria-label={texts.waitsIn} listStyleType="none" display="grid" gap="1">
          {held.slice(0, LISTED).map((queue) => (
            <HeldLine key={`${queue.type} ${queue.alias}`} queue={queue} />
          ))}
          {held.length > LISTED && (
            <Box as="li" color="ink.2">
              {texts.moreQueues(held.length - LISTED)}
            </Box>
          )}
        </chakra.ul>
      )}
    </Box>
  )
}

function HeldLine({ queue: { type, alias, why, queued } }: { queue: HeldQueue }) {
  return (
    <Flex as="li" gap="2" align="baseline">
      <Box as="span" color="status.retry.fg" lineHeight="0" position="relative" top="2px" aria-hidden>
        <TriangleAlert size={14} />
      </Box>
      <Box minW="0" overflowWrap="anywhere">
        {/* In a tab of its own: what was typed stays. */}
        <TextLink to={paths.queue(type, alias)} target="_blank" textDecoration="underline">
          {`${type.slice(type.lastIndexOf('.') + 1)} · ${alias}`}
        </TextLink>
        {`: ${texts.held(why, queued)}`}
      </Box>
    </Flex>
  )
}
