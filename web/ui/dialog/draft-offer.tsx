import { Box, Button, Flex } from '@chakra-ui/react'
import { History } from 'lucide-react'
import { type KeptForm, useKeptDraft } from '#web/lib/drafts/use-kept-draft.ts'
import { useNow } from '#web/lib/use-time.ts'
import { formatMoment } from '../time/moment.tsx'

/** The part of `DraftKeeper` that is loaded with the first form. */
export function DraftOffer({ inDialog = false, ...form }: KeptForm<unknown> & { inDialog?: boolean }) {
  const { left, restore, discard } = useKeptDraft(form)
  const now = useNow(10_000)
  if (!left) return null
  return (
    <Flex
      role="note"
      align="center"
      wrap="wrap"
      gap="2"
      px="3"
      py="2"
      mb={inDialog ? undefined : '3.5'}
      borderRadius="md"
      bg="accent.soft"
      color="ink"
    >
      <Box color="accent" lineHeight="0" aria-hidden>
        <History size={16} />
      </Box>
      <Box flex="1" minW="40">
        A draft of {formatMoment(new Date(left.at), new Date(now))} was not saved.
      </Box>
      <Flex gap="2">
        <Button type="button" size="sm" onClick={restore}>
          Restore draft
        </Button>
        <Button type="button" size="sm" variant="ghost" onClick={discard}>
          Discard
        </Button>
      </Flex>
    </Flex>
  )
}
