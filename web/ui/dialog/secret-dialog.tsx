import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../display/copy-button.tsx'
import { Dialog } from './dialog.tsx'

/** A secret that is shown only now, with the public part that names it. */
export function SecretDialog({
  title,
  warning,
  name,
  secret,
  publicPart,
  texts,
  onClose,
  children,
}: {
  title: string
  warning: string
  name: string
  secret: string
  publicPart: { label: string; text: string }
  texts: { copy: string; copySecret: string; done: string }
  onClose(): void
  /** What is done with it, below. */
  children?: ReactNode
}) {
  const footer = (
    <Button variant="solid" onClick={onClose}>
      {texts.done}
    </Button>
  )
  return (
    <Dialog title={title} open onClose={onClose} footer={footer}>
      <Flex gap="2.5" px="3" py="2.5" borderRadius="md" bg="status.retry.soft" color="status.retry.fg" mb="4">
        <Box pt="0.5" flexShrink={0}>
          <TriangleAlert size={16} aria-hidden />
        </Box>
        {warning}
      </Flex>
      <Flex align="center" justify="space-between" gap="3" mb="2">
        <Box fontWeight="medium" overflowWrap="anywhere">
          {name}
        </Box>
        <CopyButton label={texts.copySecret} caption={texts.copy} text={() => secret} />
      </Flex>
      <chakra.pre
        // Focusable, so that a long key can be scrolled by the keyboard.
        tabIndex={0}
        aria-label={title}
        role="region"
        textStyle="mono"
        p="3"
        bg="bg"
        borderWidth="1px"
        borderRadius="md"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        maxH="40vh"
        overflowY="auto"
      >
        {secret}
      </chakra.pre>
      <Flex align="center" gap="2" mt="3" color="ink.2" wrap="wrap">
        {publicPart.label}
        <Box as="span" textStyle="mono" color="ink" overflowWrap="anywhere">
          {publicPart.text}
        </Box>
        <CopyButton label={`Copy ${publicPart.label}`} text={() => publicPart.text} />
      </Flex>
      {children}
    </Dialog>
  )
}
