import { Box, Button, Flex } from '@chakra-ui/react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { needMessages as texts } from '#shared/domains/queues/need-messages.ts'
import { type PollingNeed, pollingNeeds, type PollingState } from '#shared/domains/queues/need.ts'
import { EmptyState } from '../feedback/placeholders.tsx'
import type { ListTouches } from './use-list-touches.ts'
import { useTroubleFirst } from './use-trouble-first.ts'

interface NeededRows<Row> {
  /** Those that need something, the worst first; undefined until they are known. */
  rows: Row[] | undefined
  /** All, those in trouble first, else in their own order; their places change only while the user does not work in the list. */
  ordered: Row[] | undefined
  /** For the element around the list. */
  touches: ListTouches['handlers']
  /** Says how many need something, and shows only these. */
  button: ReactNode
  /** In place of the rows where none needs anything. */
  none: ReactNode
}

/**
 * Of the rows of a list those that need something: `stateOf` is how a row stands, undefined until that is known. `noun`:
 * what one row is.
 */
export function useNeededRows<Row extends { id: string }>({
  all,
  stateOf,
  noun,
  isOn,
  onChange,
}: {
  all: readonly Row[] | undefined
  stateOf(row: Row): PollingState | undefined
  noun: string
  /** Whether only these are shown. */
  isOn: boolean
  onChange(isOn: boolean): void
}): NeededRows<Row> {
  const found = useMemo(() => {
    const states = all?.map((row) => [row, stateOf(row)] as const)
    if (!states || states.every(([, state]) => state === undefined))
      return states?.length === 0 ? [] : undefined
    return states
      .map(([row, state]) => [row, pollingNeeds.indexOf(state as PollingNeed)] as const)
      .filter(([, rank]) => rank >= 0)
      .sort(([, a], [, b]) => a - b)
  }, [all, stateOf])
  const { ordered, touches } = useTroubleFirst(all, stateOf)
  const needs = found?.map(([, rank]) => pollingNeeds[rank]!) ?? []
  return {
    rows: found?.map(([row]) => row),
    ordered,
    touches,
    button: <NeedButton needs={found && needs} isOn={isOn} onChange={onChange} />,
    none: (
      <EmptyState
        icon={<CircleCheck size={20} />}
        title={texts.none(noun)}
        action={<Button onClick={() => onChange(false)}>{texts.showAll}</Button>}
      />
    ),
  }
}

/** Has its place also before it is known how many they are, and says where none needs anything. */
function NeedButton({
  needs,
  isOn,
  onChange,
}: {
  needs: readonly PollingNeed[] | undefined
  isOn: boolean
  onChange(isOn: boolean): void
}) {
  const count = needs?.length ?? 0
  const isPressable = count > 0 || isOn
  const Icon = count > 0 ? TriangleAlert : CircleCheck
  const content = (
    <>
      <Box as="span" lineHeight="0" color={count > 0 ? 'danger' : 'status.completed.fg'}>
        <Icon size={16} />
      </Box>
      {texts.need(count)}
    </>
  )
  return isPressable ? (
    <Button
      {...place}
      aria-pressed={isOn}
      title={[texts.hint, needsText(needs ?? [])].filter(Boolean).join(': ')}
      bg={isOn ? 'danger.soft' : undefined}
      borderColor={isOn ? 'danger' : undefined}
      onClick={() => onChange(!isOn)}
    >
      {content}
    </Button>
  ) : (
    <Flex {...place} align="center" gap="2" color="ink.2" visibility={needs ? undefined : 'hidden'}>
      {content}
    </Flex>
  )
}

/** Of both forms, so that what stands beside them does not move. */
const place = {
  minH: { base: '10', sm: '8' },
  minW: '172px',
  justifyContent: { base: 'flex-start', sm: 'center' },
} as const

/** How many need each, the worst first: `1 not polled, 2 fail`. */
function needsText(needs: readonly PollingNeed[]): string {
  return pollingNeeds
    .map((need) => [need, needs.filter((each) => each === need).length] as const)
    .filter(([, count]) => count > 0)
    .map(([need, count]) => texts.counts[need](count))
    .join(', ')
}
