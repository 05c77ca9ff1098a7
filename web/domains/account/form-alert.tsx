import { Box, Flex } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'

/** Why the gateway refused a form, shown above its fields; renders nothing without a reason. */
export function FormAlert({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Flex role="alert" gap="2" p="2.5" borderRadius="md" bg="danger.soft" color="danger">
      <Box lineHeight="0" pt="0.5" flexShrink={0} aria-hidden>
        <TriangleAlert size={16} />
      </Box>
      <Box minW="0" overflowWrap="anywhere">
        {text}
      </Box>
    </Flex>
  )
}
