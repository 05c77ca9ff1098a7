import { Box, Button } from '@chakra-ui/react'
import { ChevronUp } from 'lucide-react'

/**
 * Above the rows, over the head of the table, while new rows wait: nothing moves when it appears. `label` says for screen
 * readers what the button shows.
 */
export function NewRowsPill({ count, label, onShow }: { count: number; label: string; onShow(): void }) {
  return <RowsPill shown={count > 0} text={`${count} new`} label={label} onShow={onShow} />
}

/** The same for what else waits. */
export function RowsPill({
  shown,
  text,
  label,
  onShow,
}: {
  shown: boolean
  text: string
  label: string
  onShow(): void
}) {
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
      {shown && (
        <Button
          variant="solid"
          size="sm"
          borderRadius="full"
          boxShadow="raised"
          pointerEvents="auto"
          mt="1"
          aria-label={label}
          onClick={onShow}
        >
          <ChevronUp />
          {text}
        </Button>
      )}
    </Box>
  )
}
