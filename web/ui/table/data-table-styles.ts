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
  'html[data-compact] &': { height: { sm: '32px' }, py: { sm: '0.5' } },
  minW: '0',
  verticalAlign: 'middle',
  overflowWrap: 'anywhere',
  // A card omits fields without a value.
  smDown: { '&:has(> [data-value]:empty)': { display: 'none' } },
  '&[data-muted] > [data-value]': { color: 'ink.2' },
  // Only here: the hyphen of tabular figures is as wide as a figure, which tears names such as `ip-10-3` apart.
  '&[data-end]': { textAlign: { sm: 'end' }, fontVariantNumeric: 'tabular-nums' },
  '&[data-card] > [data-value]': { textAlign: { base: 'start', sm: 'inherit' }, ms: '0' },
  '&:is([data-card=head], [data-card=end])': { justifyContent: { base: 'flex-end', sm: 'initial' } },
  '&[data-card=first]': { order: { base: 0, sm: 'initial' } },
  '&[data-card=head]': { order: { base: -1, sm: 'initial' }, gridColumn: { base: '3', sm: 'auto' } },
  '&[data-card=line]': { order: { base: 2, sm: 'initial' } },
  '&[data-card=line] > [data-value]': { flex: { base: '1', sm: 'initial' } },
  '&[data-card=start]': {
    order: { base: 3, sm: 'initial' },
    gridColumn: { base: '1 / 3', sm: 'auto' },
    alignItems: { base: 'center', sm: 'initial' },
    justifyContent: { base: 'flex-start', sm: 'initial' },
  },
  '&[data-card=end]': {
    // After the start, whichever column is the first.
    order: { base: 4, sm: 'initial' },
    gridColumn: { base: '3', sm: 'auto' },
    alignItems: { base: 'center', sm: 'initial' },
    '& > [data-value]': { textAlign: { base: 'end', sm: 'inherit' } },
  },
  '&:is([data-card=start], [data-card=end])': { gap: '1.5' },
  // A fixed cell does not widen its column; the head sets the width.
  '&[data-fixed]': { maxW: { sm: '0' } },
  '&[data-primary]': {
    display: { base: 'block', sm: 'table-cell' },
    order: { base: -1, sm: 'initial' },
    gridColumn: { base: '2', sm: 'auto' },
    fontWeight: 'medium',
    // For the button that copies.
    position: 'relative',
  },
  '& > [data-label]': { display: { base: 'inline', sm: 'none' }, color: 'ink.3', flexShrink: 0 },
  '& > [data-value]': {
    display: { base: 'block', sm: 'contents' },
    textAlign: { base: 'end', sm: 'inherit' },
    ms: { base: 'auto', sm: '0' },
    minW: '0',
  },
  // The reset gives each element `break-word`, with which a long word widens its column.
  '& > [data-value], & > [data-value] > *': { overflowWrap: 'anywhere' },
  '&[data-primary] > [data-value]': { textAlign: { base: 'start', sm: 'inherit' }, ms: '0' },
}

/**
 * The styles of all rows, set once on the table. Rows and cells are plain elements with data attributes,
 * because a style object for each of them would be computed at every live change and cost more than
 * everything else.
 */
const rows: SystemStyleObject = {
  '& > tbody > tr[data-row]': {
    display: { base: 'grid', sm: 'table-row' },
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    smDown: {
      // A long value beside the name wraps: at least half of the card is left to the name.
      '&:has(> [data-card=head], > [data-card=end])': {
        gridTemplateColumns: 'auto minmax(0, 1fr) fit-content(50%)',
      },
      '&:not(:has(> [data-card=head])) > td[data-cell][data-primary]': { gridColumn: '2 / -1' },
    },
    px: { base: '3.5', sm: '0' },
    py: { base: '2.5', sm: '0' },
    borderBottomWidth: '1px',
    borderColor: 'line.soft',
    // Brought into view, it stands below the bar of the page.
    '&[data-open]': { borderBottomWidth: '0', scrollMarginTop: '16' },
    '&[data-selectable]': { columnGap: '2.5' },
    '&[tabindex]': { cursor: 'pointer' },
    _hover: { bg: 'hover' },
    '&[aria-selected=true]': { bg: 'accent.soft', _hover: { bg: 'accent.soft' } },
    _focusVisible: { outline: '2px solid {colors.accent}', outlineOffset: '-2px' },
    _last: { borderBottomWidth: '0' },
    '& > td[data-cell]': cell,
    '& > td[data-select]': {
      display: { base: 'flex', sm: 'table-cell' },
      // In the line of the name.
      order: { base: -1, sm: 'initial' },
      alignItems: 'center',
      ps: { sm: '3.5' },
      width: { sm: '10' },
      verticalAlign: 'middle',
      lineHeight: '0',
    },
  },
}

/** The breakpoint from which on the rows are a table; below it each is a card. */
export type TableFrom = 'sm' | 'md'

/** The width from which on a table never scrolls sideways, so that its head sticks to the page. */
export type WholeFrom = 'lg' | '@media (min-width: 1200px)'

/** Styles for tables from `sm` on, changed to those of tables from `md` on. */
function fromMd(styles: SystemStyleObject): SystemStyleObject {
  const names: Record<string, string> = { sm: 'md', smDown: 'mdDown' }
  return Object.fromEntries(
    Object.entries(styles).map(([key, value]: [string, unknown]) => [
      names[key] ?? key,
      typeof value === 'object' && value !== null ? fromMd(value) : value,
    ]),
  ) as SystemStyleObject
}

/** On a card that is wider than a phone a value stands beside its label, not at the other edge. */
const wideCards: SystemStyleObject = {
  smToMd: {
    '& > tbody > tr[data-row] > td[data-cell]:not([data-card], [data-primary])': {
      justifyContent: 'flex-start',
      '& > [data-label]': { width: '140px' },
      '& > [data-value]': { ms: '0', textAlign: 'start' },
    },
  },
}

const spaced = (space: string): SystemStyleObject => ({
  '& > tbody > tr[data-row] > td[data-cell]': {
    px: { sm: space },
    _first: { ps: { sm: '3.5' } },
  },
})

/** Of a table, by where it begins. */
export const rowStyles = { sm: [rows], md: [fromMd(rows), wideCards] }

/**
 * Of a table whose columns keep their widths: less space between them leaves more to long texts, and the rows stay cards
 * until there is room for these.
 */
export const steadyStyles = [fromMd(rows), fromMd(spaced('2.5')), wideCards]

/** Of one with many columns. */
export const denseStyles = [fromMd(rows), fromMd(spaced('2')), wideCards]
