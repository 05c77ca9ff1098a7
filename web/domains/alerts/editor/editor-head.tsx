import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useNow } from '#web/lib/use-time.ts'
import { formatDay, formatMoment } from '#web/ui/time/moment.tsx'
import type { Rule } from '../operations.ts'
import { shortUser } from '../rule-words.ts'

/** The name of the rule, who has made it and how often it was sent. */
export function EditorHead({ rule, onClose }: { rule: Rule | null; onClose(): void }) {
  const now = useNow(10_000)
  const facts = rule && [
    rule.created && texts.made(shortUser(rule.createdBy), formatDay(new Date(rule.created))),
    texts.sentSoFar(rule.sent ?? 0),
    rule.last?.at && texts.lastAt(formatMoment(new Date(rule.last.at), new Date(now))),
  ]
  return (
    <Flex gap="2" px="3.5" py="2.5" borderBottomWidth="1px" borderColor="line.soft" align="start">
      <Box flex="1" minW="0">
        <chakra.h2 textStyle="md" fontWeight="semibold" overflowWrap="anywhere">
          {rule?.name ?? texts.newRule}
        </chakra.h2>
        {facts && (
          <Box textStyle="xs" color="ink.2" overflowWrap="anywhere">
            {facts.filter(Boolean).join(', ')}
          </Box>
        )}
      </Box>
      <Button
        variant="ghost"
        size="sm"
        px="0"
        minW={{ base: '10', sm: '7' }}
        minH={{ base: '10', sm: '7' }}
        aria-label={texts.close}
        onClick={onClose}
      >
        <X />
      </Button>
    </Flex>
  )
}
