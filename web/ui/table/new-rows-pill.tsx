import { Box, Button } from '@chakra-ui/react'
import { ChevronUp } from 'lucide-react'

/**
 * On the upper edge of the rows while new ones wait: nothing moves when it appears, and it covers no heading. `label` says for
 * screen readers what the button shows.
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
          mt={{ base: '-21px', md: '-18px' }}
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
