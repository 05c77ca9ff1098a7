import { Box } from '@chakra-ui/react'
import type { AlertKind } from '#shared/domains/alerts/kinds.ts'
import { whenText } from '#shared/domains/alerts/messages.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { unbroken } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { oneLine } from '#web/ui/table/cells.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatDay, formatMoment, timeTitle } from '#web/ui/time/moment.tsx'
import { updateAlertMutation, type Rule } from '../operations.ts'
import { PlaceIcon } from '../place-icon.tsx'
import { asTargetKind, scopeWords, shortPlace, shortUser, type NameOf } from '../rule-words.ts'

/** The columns of the list; `compact` beside the editor. */
export function ruleColumns({
  nameOf,
  compact,
  open,
  addressOf,
}: {
  nameOf: NameOf
  compact: boolean
  /** The id of the open rule. */
  open: string | null
  addressOf(id: string): string
}): Column<Rule>[] {
  return [
    {
      key: 'name',
      header: texts.columns.rule,
      primary: true,
      fixed: true,
      width: compact ? '27%' : '23%',
      render: ({ id, name, when }) => (
        <>
          <TextLink
            to={addressOf(id)}
            title={name}
            aria-current={id === open ? 'true' : undefined}
            display={{ base: 'inline', md: 'block' }}
            width="fit-content"
            maxW="full"
            {...oneLine}
            color="ink"
            _hover={{ color: 'accent' }}
          >
            {name}
          </TextLink>
          <Second>{whenText(when.kind, when.minutes)}</Second>
        </>
      ),
    },
    {
      key: 'scope',
      header: texts.columns.scope,
      muted: true,
      fixed: true,
      width: compact ? '18%' : '15%',
      render: ({ when, scope }) => <Line text={scopeWords(when.kind as AlertKind, scope, nameOf)} />,
    },
    {
      key: 'to',
      header: texts.columns.to,
      fixed: true,
      width: compact ? '15%' : '14%',
      render: (rule) => <FirstPlace rule={rule} />,
    },
    { key: 'last', header: texts.columns.last, fixed: true, render: (rule) => <LastSent rule={rule} /> },
    ...(compact
      ? []
      : [
          {
            key: 'by',
            header: texts.columns.by,
            width: '11%',
            muted: true,
            fixed: true,
            render: ({ createdBy }: Rule) => <Line text={shortUser(createdBy)} title={createdBy} />,
          },
        ]),
    {
      key: 'on',
      header: texts.columns.on,
      width: '64px',
      card: 'head',
      render: (rule) => <OnSwitch rule={rule} />,
    },
  ]
}

function Second({ children }: { children: string }) {
  return (
    <Box textStyle="xs" color="ink.2" fontWeight="normal" title={children} lineClamp={2}>
      {children}
    </Box>
  )
}

function Line({ text, title = text }: { text: string; title?: string | null }) {
  return (
    <Box as="span" display="block" title={title ?? undefined} {...oneLine}>
      {text}
    </Box>
  )
}

/** The first address, and how many more. */
function FirstPlace({ rule: { to } }: { rule: Rule }) {
  const [first] = to
  if (!first) return null
  const name = first.kind === 'email' ? shortUser(first.address) : shortPlace(first.kind, first.address)
  return (
    <Box
      as="span"
      display="flex"
      gap="1.5"
      alignItems="center"
      minW="0"
      title={to.map(({ address }) => address).join(', ')}
    >
      <PlaceIcon kind={asTargetKind(first.kind)} />
      <Box as="span" truncate>
        {name}
      </Box>
      {to.length > 1 && (
        <Box as="span" color="ink.3" flexShrink={0}>
          {`+${to.length - 1}`}
        </Box>
      )}
    </Box>
  )
}

const stateColors: Readonly<Record<string, string>> = { retrying: 'status.retry.fg', gaveUp: 'danger' }

/** When the last message was sent and about what; a rule that is off says since when. */
function LastSent({ rule: { enabled, last, updated, updatedBy } }: { rule: Rule }) {
  const at = useOfNow(10_000, (now) => (last?.at ? formatMoment(new Date(last.at), new Date(now)) : ''))
  if (!enabled)
    return (
      <Box minW="0">
        <Box color="ink.2">{texts.off}</Box>
        {updated && <Second>{texts.offBy(shortUser(updatedBy), formatDay(new Date(updated)))}</Second>}
      </Box>
    )
  if (!last?.at)
    return (
      <Box as="span" color="ink.3">
        {texts.never}
      </Box>
    )
  const color = stateColors[last.state]
  return (
    <Box minW="0">
      <time dateTime={last.at} title={timeTitle(last.at)}>
        {at}
      </time>
      {color && (
        <Box as="span" ms="1.5" color={color} fontWeight="medium" whiteSpace="nowrap">
          {texts.states[last.state as keyof typeof texts.states]}
        </Box>
      )}
      <Box textStyle="xs" color="ink.2" lineClamp={3} title={last.sentence}>
        {unbroken(last.sentence)}
      </Box>
    </Box>
  )
}

function OnSwitch({ rule: { id, name, enabled } }: { rule: Rule }) {
  const { run, running } = useAction(updateAlertMutation, {
    success: ({ updateAlert }) => texts.switched(updateAlert.name, updateAlert.enabled ?? false),
    failure: texts.switchFailed,
  })
  return (
    // The head of the column says what the switch is; its label is for screen readers.
    <Box css={{ '& label': { fontSize: '0', gap: '0' } }}>
      <Switch
        label={texts.on(name)}
        checked={enabled ?? false}
        disabled={running}
        onChange={(next) => void run({ id, rule: { enabled: next } })}
      />
    </Box>
  )
}
