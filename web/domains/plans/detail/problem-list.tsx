import { Box, chakra, Flex } from '@chakra-ui/react'
import { CircleX, TriangleAlert } from 'lucide-react'
import { planEditorMessages as texts } from '#shared/domains/plans/editor-messages.ts'
import type { Problem } from '../editor/problems.ts'

/** Problems that are listed; the others are counted. */
const LISTED = 50

/** The problems of a text, in the order of its lines; a click shows the place. */
export function ProblemList({
  problems,
  onShow,
}: {
  problems: readonly Problem[]
  onShow(problem: Problem): void
}) {
  const further = problems.length - LISTED
  return (
    <chakra.ul
      aria-label={texts.problems}
      listStyleType="none"
      maxH="132px"
      overflowY="auto"
      borderTopWidth="1px"
      borderColor="line.soft"
      py="1"
    >
      {problems.slice(0, LISTED).map((problem) => (
        <li key={`${problem.offset} ${problem.message}`}>
          <chakra.button type="button" onClick={() => onShow(problem)} {...row}>
            <Flex
              as="span"
              flexShrink={0}
              height="5"
              align="center"
              color={problem.severity === 'error' ? 'danger' : 'status.retry.fg'}
            >
              {problem.severity === 'error' ? (
                <CircleX size={14} aria-label="fault" />
              ) : (
                <TriangleAlert size={14} aria-label="warning" />
              )}
            </Flex>
            <Box as="span" minW="0" flex="1" overflowWrap="anywhere">
              {problem.message}
            </Box>
            <Box as="span" flexShrink={0} color="ink.2" fontVariantNumeric="tabular-nums">
              {texts.line(problem.line)}
            </Box>
          </chakra.button>
        </li>
      ))}
      {further > 0 && (
        <Box as="li" px="3.5" py="1" color="ink.2">
          {texts.andMore(further)}
        </Box>
      )}
    </chakra.ul>
  )
}

const row = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: '2',
  width: 'full',
  minH: { base: '10', sm: '7' },
  px: '3.5',
  py: '1',
  textAlign: 'start',
  cursor: 'pointer',
  _hover: { bg: 'pressed' },
} as const
