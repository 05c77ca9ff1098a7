import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import type { TestAnswer } from '../operations.ts'
import { asTargetKind, shortPlace } from '../rule-words.ts'
import type { useRuleForm } from './use-rule-form.ts'

const height = { base: '10', sm: '8' }

/** What is done with a rule, below its fields; above the buttons, what each address has answered to a test. */
export function EditorFoot({
  edit: { answers, testing, saving, sendTest },
  remove,
  canSave,
  onSave,
  onClose,
}: {
  edit: ReturnType<typeof useRuleForm>
  remove: ReactNode
  canSave: boolean
  onSave(): void
  onClose(): void
}) {
  return (
    <Box p="3.5" borderTopWidth="1px" borderColor="line.soft">
      <Flex role="status" gap="3" textStyle="xs" color="ink.2" maxH="120px" overflowY="auto">
        {answers && (
          <>
            <chakra.ul listStyleType="none" flex="1" minW="0" mb="2.5">
              {answers.list.map((answer, index) => (
                <Answer key={`${index} ${answer.to}`} answer={answer} />
              ))}
            </chakra.ul>
            <Box color="ink.3">{formatClock(answers.at)}</Box>
          </>
        )}
      </Flex>
      <Flex gap="2" align="center" wrap="wrap">
        {remove}
        <Button minH={height} title={texts.testHint} loading={testing} onClick={() => void sendTest()}>
          {texts.sendTest}
        </Button>
        <Flex gap="2" ms="auto">
          <Button minH={height} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="solid" minH={height} disabled={!canSave} loading={saving} onClick={onSave}>
            {texts.save}
          </Button>
        </Flex>
      </Flex>
    </Box>
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
