import { Box, Button } from '@chakra-ui/react'
import { ChevronUp } from 'lucide-react'

/**
 * Above the rows, over the head of the table, while new rows wait: nothing moves when it appears. Cards have no head: there it
 * stands over the gap above the first one. `label` says for screen readers what the button shows.
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
      top={{ base: '80px', md: '14' }}
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
          height="7"
          mt={{ base: '-21px', md: '1' }}
          data-touch
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
