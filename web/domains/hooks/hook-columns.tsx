import { Box, Flex } from '@chakra-ui/react'
import { hookTexts as texts } from '#shared/domains/hooks/screen-messages.ts'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { hookAddress } from './hook-address.ts'
import type { ListedHook } from './operations.ts'

export interface HookColumnOptions {
  mayChange: boolean
  /** The address of the page with the last calls of this one, or without them where they are shown. */
  toOf(hook: ListedHook): string
  onSwitch(hook: ListedHook): void
}

/** What starts runs, where it is called, how it went last, and whether it is on. */
export const hookColumns = ({ mayChange, toOf, onSwitch }: HookColumnOptions): Column<ListedHook>[] => [
  {
    key: 'name',
    header: texts.name,
    primary: true,
    width: '24%',
    sortable: 'ascending',
    render: (hook) => (
      <>
        <TextLink to={toOf(hook)}>{hook.name}</TextLink>
        <Box textStyle="xs" fontWeight="normal" color="ink.2" overflowWrap="anywhere">
          {hook.appName}
        </Box>
      </>
    ),
  },
  {
    key: 'address',
    header: texts.address,
    card: 'first',
    render: ({ id, name }) => (
      <Flex as="span" align="center" gap="1" minW="0">
        <Box as="span" textStyle="mono" overflowWrap="anywhere" minW="0">
          {hookAddress(id)}
        </Box>
        <CopyButton label={texts.copyAddress(name)} text={() => hookAddress(id)} />
      </Flex>
    ),
  },
  {
    key: 'last',
    header: texts.last,
    width: '24%',
    fixed: true,
    card: 'start',
    render: ({ last }) =>
      last ? (
        <>
          <AnswerStatus status={last.status ?? 0} /> <RelativeTime value={last.at} />
          {last.reason !== null && (
            <Box color="danger" textStyle="xs" lineClamp={2} title={last.reason}>
              {last.reason}
            </Box>
          )}
        </>
      ) : (
        <Box as="span" color="ink.2">
          {texts.noCall}
        </Box>
      ),
  },
  {
    key: 'calls',
    header: texts.calls,
    width: '104px',
    align: 'end',
    render: ({ calls }) => (calls ?? 0).toLocaleString('en'),
  },
  {
    key: 'on',
    header: texts.on,
    width: '62px',
    card: 'head',
    render: (hook) => (
      <Switch
        checked={hook.enabled === true}
        disabled={!mayChange}
        label=""
        name={texts.onSwitch(hook.name)}
        onChange={() => onSwitch(hook)}
      />
    ),
  },
]

/** The HTTP status of an answer, in its colour. */
export const AnswerStatus = ({ status }: { status: number }) => (
  <Box
    as="span"
    fontWeight="medium"
    fontVariantNumeric="tabular-nums"
    color={status < 300 ? 'status.completed.fg' : 'danger'}
  >
    {status}
  </Box>
)
