import { chakra } from '@chakra-ui/react'
import { CircleX, Clock, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PollingState } from '#shared/domains/queues/need.ts'
import { needMessages } from '#shared/domains/queues/need-messages.ts'

const texts = needMessages.marks
const looks = {
  unpolled: { icon: Unplug, color: 'danger' },
  failing: { icon: CircleX, color: 'danger' },
  unpublished: { icon: CircleX, color: 'danger' },
  behind: { icon: Clock, color: 'status.retry.fg' },
  // About to be not polled, and still no need.
  silent: { icon: Unplug, color: 'status.retry.fg' },
} as const

/** What is needed or about to be as a sign; without that a dot, filled while a process polls. It has one width in all states. */
export function NeedMark({ state }: { state: PollingState | undefined }) {
  const isSign = state !== undefined && state in looks
  const { icon: Icon, color } = looks[state as keyof typeof looks] ?? looks.unpolled
  return (
    <chakra.span
      display="inline-flex"
      width="14px"
      justifyContent="center"
      alignItems="center"
      flexShrink={0}
      lineHeight="0"
      color={isSign ? color : 'status.completed.fg'}
      role={state && 'img'}
      aria-label={state && texts[state]}
      title={state && texts[state]}
      data-need={state}
    >
      {isSign ? (
        <Icon size={14} />
      ) : (
        state && (
          <chakra.span
            boxSize="7px"
            borderRadius="full"
            borderWidth="1.5px"
            borderColor={state === 'polled' ? 'currentColor' : 'ink.3'}
            bg={state === 'polled' ? 'currentColor' : undefined}
          />
        )
      )}
    </chakra.span>
  )
}

/** A name behind its mark. */
export function MarkedName({ state, children }: { state: PollingState | undefined; children: ReactNode }) {
  return (
    <chakra.span display="flex" alignItems="center" gap="2" minW="0">
      <NeedMark state={state} />
      <chakra.span minW="0">{children}</chakra.span>
    </chakra.span>
  )
}
