import { Box, chakra, Flex } from '@chakra-ui/react'
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'

/** The centred card of the sign-in pages. */
export function LoginFrame({
  title,
  children,
  version,
}: {
  title: string
  children: ReactNode
  version: string
}) {
  useDocumentTitle(title)
  return (
    <Flex as="main" minH="100dvh" direction="column" align="center" justify="center" p="4" gap="4">
      <Box
        width="full"
        maxW="360px"
        bg="surface"
        borderWidth="1px"
        borderRadius="lg"
        boxShadow="raised"
        p="6"
      >
        <Flex align="center" gap="2.5" mb="5">
          <Flex
            aria-hidden
            align="center"
            justify="center"
            boxSize="8"
            borderRadius="md"
            bg="accent"
            color="accent.on"
          >
            <Activity size={20} strokeWidth={2.5} />
          </Flex>
          <Box minW="0">
            <Box textStyle="xs" color="ink.3">
              Workforce
            </Box>
            <chakra.h1 fontWeight="semibold" fontSize="md">
              {title}
            </chakra.h1>
          </Box>
        </Flex>
        {children}
      </Box>
      <chakra.footer textStyle="xs" color="ink.3">
        {version}
      </chakra.footer>
    </Flex>
  )
}
