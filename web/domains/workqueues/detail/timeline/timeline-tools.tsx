import { Button, chakra, Flex, Menu } from '@chakra-ui/react'
import { Check, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { memo } from 'react'
import { FAN_OUT_FROM } from '#shared/domains/tasks/fan-out.ts'
import { graphMessages } from '#shared/domains/workqueues/graph-messages.ts'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { type RowOrder, rowOrders } from './rows.ts'
import type { Gap } from './scale.ts'
import type { Axis } from './use-axis.ts'
import type { TimelineOptions } from './use-options.ts'

/** Whether the tasks of a fan-out share a row. */
export interface Grouping {
  grouped: boolean
  onChange(grouped: boolean): void
}

interface Shown {
  key: string
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

type Foldable = 'idle' | 'quiet'

/** What the gaps of an axis are; null without any. */
export function foldable(gaps: readonly Gap[]): Foldable | null {
  if (gaps.length === 0) return null
  return gaps.some(({ after }) => after === undefined) ? 'idle' : 'quiet'
}

/** What the timeline shows and in which order, and its zoom. On a phone a menu has the switches. */
export const TimelineTools = memo(function TimelineTools({
  options,
  onChange,
  zoomed,
  onZoom,
  onReset,
  folds,
  withExpected,
  grouping,
}: {
  options: TimelineOptions
  onChange(change: Partial<TimelineOptions>): void
  zoomed: boolean
  onZoom: Axis['zoom']
  onReset: Axis['reset']
  /** What can be folded: idle time, or only time in which something runs. */
  folds: Foldable | null
  /** Whether there is any history to expect from. */
  withExpected: boolean
  /** Null for a run without fan-outs. */
  grouping: Grouping | null
}) {
  const phone = useNarrowerThan(PHONE_PX)
  const offered = { critical: true, expected: withExpected, fold: folds !== null }
  const keys = (['critical', 'expected', 'fold'] as const).filter((key) => offered[key])
  const shown: Shown[] = keys.map((key) => ({
    key,
    label: key === 'fold' && folds === 'quiet' ? timelineMessages.foldQuiet : timelineMessages.shows[key],
    checked: options[key],
    onChange: (checked) => onChange({ [key]: checked }),
  }))
  if (grouping)
    shown.push({
      key: 'group',
      label: graphMessages.groupFanOuts(FAN_OUT_FROM),
      checked: grouping.grouped,
      onChange: grouping.onChange,
    })
  return (
    <Flex
      gap="1.5"
      wrap="wrap"
      justify={{ base: 'flex-start', sm: 'flex-end' }}
      align="center"
      px="3.5"
      py="2"
    >
      <Zoom zoomed={zoomed} onZoom={onZoom} onReset={onReset} />
      {phone ? (
        <FilterSelect
          label={timelineMessages.show}
          named
          options={shown.map(({ key, label }) => ({ value: key, label }))}
          value={shown.filter(({ checked }) => checked).map(({ key }) => key)}
          onChange={(chosen) =>
            shown.forEach(({ key, checked, onChange: set }) => {
              if (checked !== chosen.includes(key)) set(!checked)
            })
          }
        />
      ) : (
        shown.map(({ key, ...each }) => (
          <Framed key={key}>
            <Switch {...each} />
          </Framed>
        ))
      )}
      <Menu.Root positioning={{ placement: 'bottom-end' }}>
        <Menu.Trigger asChild>
          <Chip label={timelineMessages.order} value={timelineMessages.orders[options.order]} />
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content aria-label={timelineMessages.order}>
            <Menu.RadioItemGroup
              value={options.order}
              onValueChange={({ value }) => onChange({ order: value as RowOrder })}
            >
              {rowOrders.map((order) => (
                <Menu.RadioItem key={order} value={order}>
                  <chakra.span boxSize="4" color="accent" lineHeight="0">
                    {order === options.order && <Check size={16} strokeWidth={2.5} />}
                  </chakra.span>
                  {timelineMessages.orders[order]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
    </Flex>
  )
})

function Framed({ children }: { children: React.ReactNode }) {
  return (
    <chakra.div
      px="2"
      height="8"
      flexShrink={0}
      whiteSpace="nowrap"
      display="inline-flex"
      alignItems="center"
      borderWidth="1px"
      borderRadius="md"
      textStyle="sm"
    >
      {children}
    </chakra.div>
  )
}

function Zoom({
  zoomed,
  onZoom,
  onReset,
}: {
  zoomed: boolean
  onZoom: Axis['zoom']
  onReset: Axis['reset']
}) {
  const buttons = [
    { label: timelineMessages.zoomOut, icon: <ZoomOut />, act: () => onZoom(-1), off: !zoomed },
    { label: timelineMessages.zoomIn, icon: <ZoomIn />, act: () => onZoom(1), off: false },
    { label: timelineMessages.zoomReset, icon: <Maximize />, act: onReset, off: !zoomed },
  ]
  return (
    <Flex ms={{ base: '-2.5', sm: '0' }}>
      {buttons.map(({ label, icon, act, off }) => (
        <Button
          key={label}
          variant="ghost"
          px="0"
          minW={{ base: '10', sm: '8' }}
          height={{ base: '10', sm: '8' }}
          aria-label={label}
          title={label}
          disabled={off}
          onClick={act}
        >
          {icon}
        </Button>
      ))}
    </Flex>
  )
}
