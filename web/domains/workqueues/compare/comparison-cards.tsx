import { Box, chakra, Flex } from '@chakra-ui/react'
import type { KeyboardEvent, ReactNode } from 'react'
import {
  RowAlias,
  type RowFacts,
  RowName,
  RowRan,
  RowStatus,
  RowToggle,
  RowVersion,
} from './comparison-columns.tsx'
import { longerText } from './difference-bar.tsx'
import { RowValues } from './row-values.tsx'
import type { ShownRow } from './shown-rows.ts'

/** The rows of a comparison on a phone: name and status, times, and where it ran when that differs. */
export function ComparisonCards({
  rows,
  facts,
  onOpen,
  empty,
  more,
}: {
  rows: readonly ShownRow[]
  facts: RowFacts
  onOpen(row: ShownRow): void
  empty: ReactNode
  more: ReactNode
}) {
  if (rows.length === 0) return <>{empty}</>
  const onKey = (event: KeyboardEvent<HTMLElement>, row: ShownRow) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row)
  }
  return (
    <chakra.ul listStyleType="none" borderTopWidth="1px" borderColor="line.soft">
      {rows.map((row) => (
        <chakra.li
          key={row.key}
          data-row
          tabIndex={0}
          px="3.5"
          py="2.5"
          borderBottomWidth="1px"
          borderColor="line.soft"
          fontVariantNumeric="tabular-nums"
          onKeyDown={(event) => onKey(event, row)}
          onClick={() => row.kind === 'folded' && facts.toggle(row.key)}
        >
          <Flex align="center" justify="space-between" gap="3">
            <Box minW="0" fontWeight="medium" data-primary>
              <RowName row={row} facts={facts} />
            </Box>
            {row.kind === 'task' && <RowToggle row={row.row} facts={facts} />}
          </Flex>
          <Flex justify="space-between" gap="3" wrap="wrap">
            <span>
              <RowStatus row={row} facts={facts} />
            </span>
            <Flex gap="3">
              <span>
                <RowRan row={row} />
              </span>
              {row.kind === 'task' && <span>{longerText(row.row.longerMs)}</span>}
            </Flex>
          </Flex>
          <CardPlace row={row} facts={facts} />
          {row.kind === 'task' && facts.open.has(row.key) && (
            <Box mx="-3.5" mb="-2.5" mt="2">
              <RowValues row={row.row} runs={facts.comparison.runs} />
            </Box>
          )}
        </chakra.li>
      ))}
      {more && <Box p="2">{more}</Box>}
    </chakra.ul>
  )
}

/** Where a task ran, when that differs, and why only one run has it. */
function CardPlace({ row, facts }: { row: ShownRow; facts: RowFacts }) {
  if (row.kind === 'task' && row.row.difference === 'same') return null
  const isMoved =
    row.kind === 'task' && row.row.left && row.row.right && row.row.left.alias !== row.row.right.alias
  return (
    <Flex gap="3" wrap="wrap" color="ink.2" textStyle="xs">
      <RowVersion row={row} facts={facts} />
      {isMoved && (
        <span>
          <RowAlias row={row.row} />
        </span>
      )}
    </Flex>
  )
}
