import type { SystemStyleObject } from '@chakra-ui/react'

/** Of cells as cards: more specific than the styles of every table. */
const cells = '& table > tbody > tr[data-row] > td[data-cell]'

/** The width of the longest badge, and the space before it. */
const BADGE = '108px'

/**
 * On a phone: targets for a finger, the state in the line of the name, the type and the worker in one line below both where they
 * have room, the log and the times in one line unless the task can be restarted, and no lines that say again what the state, the
 * start and the duration say.
 */
const cards: SystemStyleObject = {
  '& button': { minHeight: '10', minWidth: '10' },
  [`${cells}[data-primary]`]: { gridArea: '1 / 1 / 2 / -1' },
  [`${cells}[data-card=head]`]: { gridRow: '1', alignItems: 'flex-start', mt: '-2' },
  '& td[data-card=head] > [data-value]': {
    display: 'flex !important',
    alignItems: 'center',
    minHeight: '10',
    pt: '1',
  },
  // The target of the name is higher than its line, and takes the space around it.
  '& [data-task-name]': { pe: BADGE, minHeight: '10', my: '-2' },
  '& table > tbody > tr[data-row]:not(:has([data-restart])) > td[data-cell]': {
    '&[data-card=line]': { gridColumn: '1' },
    '&[data-card=start]': {
      gridColumn: '2',
      justifyContent: 'flex-end',
      '& > [data-value]': { textAlign: 'end' },
    },
  },
  '& td:is(:nth-child(3):has(time), :has([data-none], [aria-valuenow="0"], [aria-valuenow="100"]))': {
    display: 'none !important',
  },
}

/**
 * The row that is selected in the graph. In a table less space between columns, so that the actions of a failed task stand in one
 * line.
 */
export const tableStyles: SystemStyleObject = {
  '& tr:has([data-highlighted])': { bg: 'accent.soft' },
  '@media (min-width: 700px)': {
    // As specific as the padding of every table, or the cells would not stand below their heads.
    '& :is(th, tr[data-row] > td[data-cell]):not(:first-of-type, :last-of-type)': { px: '2' },
  },
  '@media (max-width: 699.98px)': cards,
}
