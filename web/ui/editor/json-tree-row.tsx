import { Box, chakra } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { isBranch, sizeText, type JsonRow } from './json-rows.ts'

const LONG_TEXT = 400
const INDENT = 16

const colors: Record<string, string> = {
  string: 'status.ended.fg',
  number: 'status.retry.fg',
  boolean: 'status.cancelled.fg',
  null: 'ink.3',
}

/** A value without members; a very long text is truncated until the user expands it. */
export function JsonLeaf({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false)
  const text = JSON.stringify(value) ?? 'undefined'
  const cut = text.length > LONG_TEXT && !whole
  return (
    <>
      <Box as="span" color={colors[value === null ? 'null' : typeof value]} overflowWrap="anywhere">
        {cut ? `${text.slice(0, LONG_TEXT)}…` : text}
      </Box>
      {cut && (
        <chakra.button type="button" color="accent" px="1.5" cursor="pointer" onClick={() => setWhole(true)}>
          Show all
        </chakra.button>
      )}
    </>
  )
}

/** One row of a JSON tree. */
export function JsonTreeRow({
  row,
  inTabOrder,
  onActivate,
  onFocus,
}: {
  row: JsonRow
  inTabOrder: boolean
  onActivate(): void
  onFocus(): void
}) {
  const branch = row.kind === 'branch'
  return (
    <chakra.li
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={branch ? row.open : undefined}
      aria-label={labelOf(row)}
      tabIndex={inTabOrder ? 0 : -1}
      onFocus={onFocus}
      onClick={row.kind === 'leaf' ? undefined : onActivate}
      display="flex"
      alignItems="baseline"
      borderRadius="xs"
      cursor={row.kind === 'leaf' ? undefined : 'pointer'}
      _hover={{ bg: 'hover' }}
      _focusVisible={{ outline: '2px solid {colors.accent}', outlineOffset: '-2px' }}
      style={{ paddingInlineStart: (row.level - 1) * INDENT }}
    >
      <Box as="span" width="4" flexShrink={0} alignSelf="center" color="ink.3" lineHeight="0">
        {branch && (
          <Box as="span" display="inline-block" transform={row.open ? 'rotate(90deg)' : undefined}>
            <ChevronRight size={12} />
          </Box>
        )}
      </Box>
      <RowText row={row} />
    </chakra.li>
  )
}

function RowText({ row }: { row: JsonRow }) {
  if (row.kind === 'more') {
    return (
      <Box as="span" color="accent">
        {row.name}
      </Box>
    )
  }
  if (isBranch(row.value)) {
    return (
      <span>
        <Box as="span" color="ink">
          {row.name}
        </Box>
        <Box as="span" color="ink.3" ps="1.5">
          {sizeText(row.value)}
        </Box>
      </span>
    )
  }
  return (
    <Box as="span" minW="0">
      <Box as="span" color="ink.2">{`${row.name}: `}</Box>
      <JsonLeaf value={row.value} />
    </Box>
  )
}

function labelOf(row: JsonRow): string {
  if (row.kind === 'more') return row.name
  if (isBranch(row.value)) return `${row.name}, ${sizeText(row.value)}`
  return `${row.name}: ${(JSON.stringify(row.value) ?? 'undefined').slice(0, LONG_TEXT)}`
}
