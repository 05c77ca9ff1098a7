import type { SystemStyleObject } from '@chakra-ui/react'

const cell: SystemStyleObject = {
  display: { base: 'flex', sm: 'table-cell' },
  gap: '3',
  justifyContent: 'space-between',
  order: { base: 1, sm: 'initial' },
  gridColumn: { base: '1 / -1', sm: 'auto' },
  px: { base: '0', sm: '3.5' },
  py: { base: '0.5', sm: '1' },
  height: { sm: '42px' },
  minW: '0',
  verticalAlign: 'middle',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  // A card omits fields without a value.
  smDown: { '&:has(> [data-value]:empty)': { display: 'none' } },
  '&[data-muted] > [data-value]': { color: 'ink.2' },
  '&[data-end]': { textAlign: { sm: 'end' } },
  '&[data-card] > [data-value]': { textAlign: { base: 'start', sm: 'inherit' }, ms: '0' },
  '&:is([data-card=head], [data-card=end])': { justifyContent: { base: 'flex-end', sm: 'initial' } },
  '&[data-card=head]': { order: { base: 0, sm: 'initial' }, gridColumn: { base: '3', sm: 'auto' } },
  '&[data-card=line]': { order: { base: 2, sm: 'initial' } },
  '&[data-card=start]': { order: { base: 3, sm: 'initial' }, gridColumn: { base: '1 / 3', sm: 'auto' } },
  '&[data-card=end]': { order: { base: 3, sm: 'initial' }, gridColumn: { base: '3', sm: 'auto' } },
  // A fixed cell does not widen its column; the head sets the width.
  '&[data-fixed]': { maxW: { sm: '0' } },
  '&[data-primary]': {
    display: { base: 'block', sm: 'table-cell' },
    order: { base: 0, sm: 'initial' },
    gridColumn: { base: '2', sm: 'auto' },
    fontWeight: 'medium',
  },
  '& > [data-label]': { display: { base: 'inline', sm: 'none' }, color: 'ink.3', flexShrink: 0 },
  '& > [data-value]': {
    display: { base: 'block', sm: 'contents' },
    textAlign: { base: 'end', sm: 'inherit' },
    ms: { base: 'auto', sm: '0' },
    minW: '0',
  },
  '&[data-primary] > [data-value]': { textAlign: { base: 'start', sm: 'inherit' }, ms: '0' },
}

/**
 * The styles of all rows, set once on the table. Rows and cells are plain elements with data attributes,
 * because a style object for each of them would be computed at every live change and cost more than
 * everything else.
 */
export const rowStyles: SystemStyleObject = {
  '& > tbody > tr[data-row]': {
    display: { base: 'grid', sm: 'table-row' },
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    smDown: {
      '&:has(> [data-card=head], > [data-card=end])': { gridTemplateColumns: 'auto minmax(0, 1fr) auto' },
    },
    px: { base: '3.5', sm: '0' },
    py: { base: '2.5', sm: '0' },
    borderBottomWidth: '1px',
    borderColor: 'line.soft',
    '&[data-open]': { borderBottomWidth: '0' },
    '&[data-selectable]': { columnGap: '2.5' },
    '&[tabindex]': { cursor: 'pointer' },
    _hover: { bg: 'hover' },
    '&[aria-selected=true]': { bg: 'accent.soft', _hover: { bg: 'accent.soft' } },
    _focusVisible: { outline: '2px solid {colors.accent}', outlineOffset: '-2px' },
    _last: { borderBottomWidth: '0' },
    '& > td[data-cell]': cell,
    '& > td[data-select]': {
      display: { base: 'flex', sm: 'table-cell' },
      alignItems: 'center',
      ps: { sm: '3.5' },
      width: { sm: '10' },
      verticalAlign: 'middle',
      lineHeight: '0',
      // A target for fingers, which moves nothing.
      smDown: { '& > label': { p: '13px', m: '-13px' } },
    },
  },
}

/** Of a table whose columns keep their widths: less space between them leaves more to long texts. */
export const steadyStyles: SystemStyleObject = {
  '& > tbody > tr[data-row] > td[data-cell]': {
    px: { sm: '2.5' },
    _first: { ps: { sm: '3.5' } },
  },
}
