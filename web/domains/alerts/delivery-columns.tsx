import { Box, Button, Flex } from '@chakra-ui/react'
import { Check, CircleX, Clock, RotateCw } from 'lucide-react'
import { DELIVERY_TRIES } from '#shared/domains/alerts/kinds.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { NameLink } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatMoment, timeTitle } from '#web/ui/time/moment.tsx'
import { retryAlertDeliveryMutation, type Delivery } from './operations.ts'
import { asTargetKind, shortPlace } from './rule-words.ts'

const looks: Readonly<Record<string, { icon: typeof Check; color: string }>> = {
  waiting: { icon: Clock, color: 'ink.3' },
  retrying: { icon: RotateCw, color: 'status.retry.fg' },
  sent: { icon: Check, color: 'status.completed.fg' },
  gaveUp: { icon: CircleX, color: 'danger' },
}

/** The columns of deliveries: what was sent, with the rule where they are of several. */
export const deliveryColumns = (withRule: boolean): Column<Delivery>[] => [
  {
    key: 'at',
    header: texts.deliveryColumns.at,
    width: '112px',
    primary: true,
    render: (row) => <At row={row} />,
  },
  {
    key: 'message',
    header: withRule ? texts.deliveryColumns.ruleAndMessage : texts.deliveryColumns.message,
    width: '30%',
    fixed: true,
    card: 'first',
    render: ({ ruleId, ruleName, sentence }) => (
      <>
        {withRule && ruleId && <NameLink to={paths.alertRule(ruleId)} name={ruleName ?? ''} />}
        <Box textStyle={withRule ? 'xs' : undefined} color="ink.2" lineClamp={3} title={sentence}>
          {sentence}
        </Box>
      </>
    ),
  },
  {
    key: 'to',
    header: texts.deliveryColumns.to,
    width: '24%',
    fixed: true,
    render: ({ kind, to }) => (
      <Box as="span" title={to} overflowWrap="anywhere">
        {withBreak(texts.toPlace(asTargetKind(kind), shortPlace(kind, to)))}
      </Box>
    ),
  },
  {
    key: 'result',
    header: texts.deliveryColumns.result,
    card: 'line',
    render: (row) => <Result row={row} />,
  },
]

/** An address of mail in two lines, where one has no room, ends the first one with its @. */
function withBreak(place: string) {
  const [user = '', ...host] = place.split('@')
  if (host.length === 0) return user
  return (
    <>
      {user}@<wbr />
      {host.join('@')}
    </>
  )
}

function At({ row: { at, state } }: { row: Delivery }) {
  const { icon: Icon, color } = looks[state] ?? looks['waiting']!
  const text = useOfNow(10_000, (now) => (at ? formatMoment(new Date(at), new Date(now)) : ''))
  return (
    <Flex as="span" gap="2" align="center" fontWeight="normal">
      <Box as="span" color={color} lineHeight="0">
        <Icon size={15} role="img" aria-label={texts.states[state as keyof typeof texts.states] ?? state} />
      </Box>
      {at && (
        <time dateTime={at} title={timeTitle(at)}>
          {text}
        </time>
      )}
    </Flex>
  )
}

/** What became of it: the answer, or its cause with the next try. */
function Result({ row }: { row: Delivery }) {
  const { state, status, ms, error, nextTry, tries } = row
  const next = useOfNow(10_000, (now) => (nextTry ? formatMoment(new Date(nextTry), new Date(now)) : ''))
  if (state === 'sent')
    return (
      <>
        <Box as="strong" fontWeight="medium" color={looks['sent']?.color}>
          {texts.states.sent}
        </Box>
        {`, ${texts.testAnswer(status, ms ?? 0)}`}
      </>
    )
  if (state === 'waiting') return <Box color="ink.3">{texts.notTried}</Box>
  const hasFailed = state === 'gaveUp'
  return (
    <Flex as="span" gap="2" align="baseline" justify="space-between" minW="0">
      <Box as="span" minW="0" overflowWrap="anywhere" title={error ?? undefined}>
        <Box as="strong" fontWeight="medium" color={looks[state]?.color}>
          {hasFailed ? texts.states.gaveUp : texts.retryingAt(next)}
        </Box>
        {hasFailed ? ': ' : `, ${texts.tryOf(tries ?? 0, DELIVERY_TRIES)}: `}
        {(error ?? '').split('\n', 1)[0]}
      </Box>
      <Flex as="span" gap="2" flexShrink={0}>
        <Retry row={row} />
        {hasFailed && row.ruleId && <TextLink to={paths.alertRule(row.ruleId)}>{texts.editRule}</TextLink>}
      </Flex>
    </Flex>
  )
}

function Retry({ row: { id, ruleName, kind, to } }: { row: Delivery }) {
  const { run, running } = useAction(retryAlertDeliveryMutation, {
    success: () => texts.retried,
    failure: texts.retryFailed,
  })
  return (
    <Button
      variant="plain"
      px="0"
      height="auto"
      minH={{ base: '10', md: '0' }}
      color="accent"
      aria-label={texts.tryNow(ruleName ?? '', shortPlace(kind, to))}
      loading={running}
      onClick={() => void run({ id })}
    >
      {texts.now}
    </Button>
  )
}
