import { Box, chakra } from '@chakra-ui/react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'

/** Below the table: what a verdict needs, and how many queues are hidden because nothing is in them. */
export function QueueNote({ hidden, onShow }: { hidden: number; onShow(): void }) {
  return (
    <Box mt="3" px="0.5" color="ink.2" textStyle="xs">
      {texts.historyNote}
      {hidden > 0 && (
        <>
          {' '}
          {texts.quietNote}{' '}
          <chakra.button
            type="button"
            color="accent"
            fontWeight="medium"
            cursor="pointer"
            minH={{ base: '10', sm: 'auto' }}
            _hover={{ textDecoration: 'underline' }}
            onClick={onShow}
          >
            {texts.showQuiet(hidden)}
          </chakra.button>
        </>
      )}
    </Box>
  )
}
