import { Box, Flex } from '@chakra-ui/react'
import { Check, CircleX, RotateCw, Send } from 'lucide-react'
import { useMemo } from 'react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { LastRead } from '#web/lib/use-last-read.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import type { AlertQuery } from './alert-params.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { CountButton } from './count-button.tsx'
import type { alertDeliveriesQuery, Rule } from './operations.ts'

const counted = [
  { state: 'sent', icon: <Check size={14} />, color: 'status.completed.fg' },
  { state: 'retrying', icon: <RotateCw size={14} />, color: 'status.retry.fg' },
  { state: 'gaveUp', icon: <CircleX size={14} />, color: 'danger' },
] as const

/** What was sent to each address, newest first: of the open rule, or of all. */
export function Deliveries({
  read,
  perPage,
  query,
  rule,
  onChange,
}: {
  read: LastRead<ResultOf<typeof alertDeliveriesQuery>>
  perPage: number
  query: AlertQuery
  rule: Rule | null
  onChange(next: Partial<AlertQuery>): void
}) {
  const page = read.data?.alertDeliveries
  const columns = useMemo(() => deliveryColumns(rule === null || query.all), [rule, query.all])
  const ofOne = rule !== null && !query.all
  return (
    <Panel
      title={texts.deliveries}
      padded={false}
      aside={
        <Flex gap="2" align="center" wrap="wrap" justify="end">
          {rule !== null && (
            <Segments
              size="sm"
              label={texts.whose}
              options={[
                { value: 'rule', label: texts.ofRule },
                { value: 'all', label: texts.ofAll },
              ]}
              value={query.all ? 'all' : 'rule'}
              onChange={(value) => onChange({ all: value === 'all', page: 1 })}
            />
          )}
          {/* One beside the other, also where all are below the choice. */}
          <Flex gap="2" align="center" justify="end" wrap={{ base: 'wrap', sm: 'nowrap' }}>
            {counted.map(({ state, icon, color }) => (
              <CountButton
                key={state}
                icon={icon}
                color={color}
                label={texts.states[state]}
                // The counts are those of all rules.
                count={ofOne ? null : (page?.day[state] ?? 0)}
                pressed={query.state === state}
                onClick={() => onChange({ state: query.state === state ? null : state, page: 1 })}
              />
            ))}
            {!ofOne && (
              <Box as="span" textStyle="xs" color="ink.3">
                {texts.day}
              </Box>
            )}
          </Flex>
        </Flex>
      }
    >
      <DataTable
        label={texts.deliveries}
        framed={false}
        steady
        columns={columns}
        rows={page?.rows ?? []}
        rowId={({ id }) => id}
        loading={!read.current && !read.failure}
        skeletons={4}
        failed={
          read.failure && (
            <FailedState message={failText(texts.loadDeliveriesFailed, read.failure)} onRetry={read.reread} />
          )
        }
        empty={
          <EmptyState
            icon={<Send size={20} />}
            title={query.state === null ? texts.noDeliveries : texts.noSuchDeliveries}
          />
        }
        footer={
          <Pagination
            page={query.page}
            perPage={perPage}
            total={page?.total ?? 0}
            onChange={(next) => onChange({ page: next.page })}
          />
        }
      />
    </Panel>
  )
}
