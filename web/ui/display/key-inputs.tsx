import { Box, Flex } from '@chakra-ui/react'
import type { KeyInput } from '#shared/domains/workqueues/list-rows.ts'

/**
 * The inputs that tell runs of one name apart, as `key=value`. The list of workqueues has a cell of its own, whose styles are
 * those of its rows.
 */
export function KeyInputs({ inputs }: { inputs: readonly KeyInput[] }) {
  return (
    <Flex as="span" columnGap="1.5" wrap="wrap" minW="0" textStyle="mono" color="ink.3">
      {inputs.map(({ key, value }) => (
        <Box as="span" key={key} maxW="full" truncate title={`${key}=${value}`}>
          {key}=
          <Box as="span" color="ink">
            {value}
          </Box>
        </Box>
      ))}
    </Flex>
  )
}
