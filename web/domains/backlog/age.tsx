import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, TriangleAlert, type LucideIcon } from 'lucide-react'
import { ageLevel, type AgeLevel } from '#shared/domains/backlog/rules.ts'
import { backlogMessages } from '#shared/domains/backlog/messages.ts'
import { useOfNow } from '#web/lib/use-now.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'

const looks: Record<AgeLevel, { color: string; icon: LucideIcon }> = {
  success: { color: 'status.ended.fg', icon: CircleCheck },
  warning: { color: 'status.retry.fg', icon: TriangleAlert },
  danger: { color: 'danger', icon: CircleAlert },
}

/** The waiting time of the oldest task; colour and icon show its level. */
export function Age({ since }: { since: string | null }) {
  if (since === null) {
    return (
      <chakra.span color="ink.3" data-age="none">
        {backlogMessages.noAge}
      </chakra.span>
    )
  }
  return <Waiting since={since} />
}

function Waiting({ since }: { since: string }) {
  const start = new Date(since).getTime()
  const level = useOfNow(500, (now) => ageLevel(now - start))
  const { color, icon: Icon } = looks[level]
  return (
    <chakra.span color={color} data-age={level}>
      <chakra.span display="inline-block" verticalAlign="-2px" lineHeight="0" me="1.5">
        <Icon size={13} aria-hidden />
      </chakra.span>
      <RelativeTime value={since} />
    </chakra.span>
  )
}
