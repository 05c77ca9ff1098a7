import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { Check, X } from 'lucide-react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import type { TestAnswer } from '../operations.ts'
import { asTargetKind, shortPlace } from '../rule-words.ts'

/** Sends a test to the addresses of the form, and shows what each of them answered. */
export function TestPanel({
  answers,
  testing,
  onTest,
}: {
  answers: { at: number; list: readonly TestAnswer[] } | null
  testing: boolean
  onTest(): void
}) {
  return (
    <Flex gap="3" p="3" borderWidth="1px" borderRadius="md" align="start" wrap="wrap">
      <Button minH={{ base: '10', sm: '8' }} loading={testing} onClick={onTest}>
        {texts.sendTest}
      </Button>
      <Box role="status" flex="1" minW="160px" alignSelf="center" textStyle="xs" color="ink.2">
        {answers ? (
          <chakra.ul listStyleType="none">
            {answers.list.map((answer, index) => (
              <Answer key={`${index} ${answer.to}`} answer={answer} />
            ))}
          </chakra.ul>
        ) : (
          texts.testHint
        )}
      </Box>
      {answers && (
        <Box textStyle="xs" color="ink.3">
          {formatClock(answers.at)}
        </Box>
      )}
    </Flex>
  )
}

/** `Webhook pager.example: 200 in 84 ms`, or the first line of the fault. */
function Answer({ answer: { kind, to, status, ms, error } }: { answer: TestAnswer }) {
  const isTaken = error === null
  return (
    <chakra.li display="flex" gap="1.5" overflowWrap="anywhere">
      <Box
        as="span"
        color={isTaken ? 'status.completed.fg' : 'danger'}
        lineHeight="0"
        pt="0.5"
        flexShrink={0}
      >
        {isTaken ? <Check size={14} aria-hidden /> : <X size={14} aria-hidden />}
      </Box>
      <span title={to}>
        {`${texts.placeNames[asTargetKind(kind)]} ${shortPlace(kind, to)}: `}
        <Box as="strong" fontWeight="medium" color={isTaken ? 'status.completed.fg' : 'danger'}>
          {isTaken ? texts.testAnswer(status, ms ?? 0) : error.split('\n', 1)[0]}
        </Box>
      </span>
    </chakra.li>
  )
}
