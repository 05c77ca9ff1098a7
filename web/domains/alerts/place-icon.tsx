import { Box } from '@chakra-ui/react'
import { Mail, MessageSquare, Zap } from 'lucide-react'
import type { AlertTargetKind } from '#shared/domains/alerts/kinds.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'

const icons = { email: Mail, webhook: Zap, chat: MessageSquare }

/** What kind of address it is. */
export function PlaceIcon({ kind }: { kind: AlertTargetKind }) {
  const Icon = icons[kind]
  return (
    <Box as="span" color="ink.3" lineHeight="0" flexShrink={0}>
      <Icon size={15} role="img" aria-label={texts.placeNames[kind]} />
    </Box>
  )
}
