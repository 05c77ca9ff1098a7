import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCw, TriangleAlert } from 'lucide-react'

/** Says in words what could not be loaded and offers to try again. */
export function FailedState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Flex role="alert" direction="column" align="center" textAlign="center" gap="2" px="4" py="12">
      <Flex
        aria-hidden
        align="center"
        justify="center"
        boxSize="10"
        borderRadius="lg"
        bg="danger.soft"
        color="danger"
      >
        <TriangleAlert size={20} />
      </Flex>
      <Box maxW="480px" overflowWrap="anywhere">
        {message}
      </Box>
      {onRetry && (
        <Button mt="2" onClick={onRetry}>
          <RotateCw /> Try again
        </Button>
      )}
    </Flex>
  )
}
