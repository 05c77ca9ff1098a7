import { Flex } from '@chakra-ui/react'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { gitopsMessages as texts } from '#shared/domains/clusters/gitops-messages.ts'

const looks = {
  published: { icon: CircleCheck, color: 'ink.2' },
  pending: { icon: CircleDashed, color: 'ink.2' },
  failing: { icon: CircleDashed, color: 'status.retry.fg' },
  refused: { icon: CircleX, color: 'danger' },
} as const

/** Whether the repository has a deployment, in words and colour. */
export function PublicationState({ state, reason }: { state: string; reason: string | null }) {
  const known = state === 'published' || state === 'refused' ? state : 'pending'
  const { icon: Icon, color } = looks[known === 'pending' && reason !== null ? 'failing' : known]
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1.5" color={color} title={reason ?? undefined}>
      <Icon size={14} aria-hidden />
      {texts[known]}
    </Flex>
  )
}
