import { Box } from '@chakra-ui/react'
import { useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import type { LastRead } from '#web/lib/use-last-read.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useRowKeys } from '#web/ui/table/use-row-keys.ts'
import type { Rule } from '../operations.ts'
import type { NameOf } from '../rule-words.ts'
import { EmptyRules } from './empty-rules.tsx'
import { ruleColumns } from './rule-columns.tsx'

/** The rules of the account; a row opens its rule. */
export function RuleList({
  read,
  rules,
  open,
  compact,
  nameOf,
  addressOf,
}: {
  read: LastRead<unknown>
  rules: Rule[] | undefined
  /** The id of the open rule. */
  open: string | null
  /** The editor stands beside the list, which has less room. */
  compact: boolean
  nameOf: NameOf
  addressOf(id: string): string
}) {
  const navigate = useNavigate()
  const table = useRef<HTMLDivElement>(null)
  useRowKeys(table, false)
  const columns = useMemo(
    () => ruleColumns({ nameOf, compact, open, addressOf }),
    // oxlint-disable-next-line react/exhaustive-deps -- the address of a rule depends on the open one only
    [nameOf, compact, open],
  )
  return (
    <Box ref={table} css={{ '& tr:has([aria-current])': { bg: 'accent.soft' } }}>
      <DataTable
        label={texts.title}
        columns={columns}
        rows={rules ?? []}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        loading={rules === undefined && !read.failure}
        failed={
          rules === undefined && read.failure ? (
            <FailedState message={failText(texts.loadFailed, read.failure)} onRetry={read.reread} />
          ) : undefined
        }
        empty={<EmptyRules />}
        onRowClick={({ id }) => void navigate({ search: addressOf(id) })}
        steady
        skeletons={4}
      />
    </Box>
  )
}
