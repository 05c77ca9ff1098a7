import { Box, chakra, Flex } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import type { CombinedError } from 'urql'
import { runFormMessages as texts } from '#shared/domains/workqueues/run-form-messages.ts'
import { faultsOf } from '#web/ui/feedback/definition-faults.tsx'
import { isReported } from '#web/ui/feedback/error-text.ts'

/** Why nothing was started, in the form until the next attempt: the toast is gone when the form is read again. */
export function NotStarted({ error }: { error: CombinedError | undefined }) {
  if (!error || isReported(error)) return null
  const faults = faultsOf(error)
  return (
    <Box
      ref={reveal}
      role="alert"
      borderWidth="1px"
      borderColor="danger"
      borderRadius="lg"
      bg="danger.soft"
      p="3.5"
      overflowWrap="anywhere"
    >
      <Flex gap="2" align="baseline">
        <Box as="span" color="danger" lineHeight="0" position="relative" top="2px" aria-hidden>
          <TriangleAlert size={16} />
        </Box>
        <Box minW="0">
          <Box as="span" color="danger" fontWeight="semibold">
            {texts.notStarted}
          </Box>
          {faults.length === 1 ? (
            `: ${faults[0]}`
          ) : (
            <chakra.ul ps="4" listStyleType="disc">
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </chakra.ul>
          )}
          <Box color="ink.2">{texts.keptInputs}</Box>
        </Box>
      </Flex>
    </Box>
  )
}

/** A long form may be scrolled to its end. */
const reveal = (node: HTMLElement | null) => node?.scrollIntoView?.({ block: 'nearest' })
