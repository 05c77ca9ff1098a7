import { Box, Button } from '@chakra-ui/react'
import { ChevronUp } from 'lucide-react'
import { workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'

/** Above the rows, over the head of the table, while new rows wait: nothing moves when it appears. */
export function NewRowsPill({ count, onShow }: { count: number; onShow(): void }) {
  return (
    <Box
      role="status"
      position="sticky"
      top={{ base: '14', lg: '14' }}
      zIndex="popover"
      height="0"
      textAlign="center"
      pointerEvents="none"
    >
      {count > 0 && (
        <Button
          variant="solid"
          size="sm"
          borderRadius="full"
          boxShadow="raised"
          pointerEvents="auto"
          mt="1"
          aria-label={workqueueRowMessages.showNewRows(count)}
          onClick={onShow}
        >
          <ChevronUp />
          {workqueueRowMessages.newRows(count)}
        </Button>
      )}
    </Box>
  )
}
