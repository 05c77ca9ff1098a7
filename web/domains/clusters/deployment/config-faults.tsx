import { Box, chakra, Flex } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import type { FluxFault } from '#shared/domains/clusters/flux.ts'

/** The faults of a configuration, one per line; a click shows the fault in the text. */
export function ConfigFaults({
  faults,
  onShow,
}: {
  faults: readonly FluxFault[]
  onShow(fault: FluxFault): void
}) {
  return (
    <chakra.section
      role="status"
      aria-label="Faults of the configuration"
      borderWidth="1px"
      borderColor="danger"
      borderRadius="lg"
      bg="danger.soft"
      p="3.5"
    >
      <Flex align="center" gap="2" color="danger" fontWeight="semibold">
        <TriangleAlert size={16} aria-hidden />
        {faults.length === 1 ? '1 fault' : `${faults.length} faults`}
      </Flex>
      <chakra.ul mt="2" display="grid" gap="0.5" maxH="240px" overflowY="auto" listStyleType="none">
        {faults.map((fault, index) => (
          <li key={index}>
            <chakra.button
              type="button"
              display="flex"
              gap="3"
              width="full"
              textAlign="start"
              px="1"
              borderRadius="xs"
              cursor="pointer"
              _hover={{ textDecoration: 'underline' }}
              _focusVisible={{ outline: '2px solid {colors.accent}' }}
              onClick={() => onShow(fault)}
            >
              <Box as="span" textStyle="mono" lineHeight="sm" color="ink.2" flexShrink={0} minW="14">
                {`${fault.line}:${fault.column}`}
              </Box>
              <Box as="span" minW="0" overflowWrap="anywhere">
                {fault.path && (
                  <Box as="span" textStyle="mono" me="1.5">
                    {fault.path}
                  </Box>
                )}
                {fault.message}
              </Box>
            </chakra.button>
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
