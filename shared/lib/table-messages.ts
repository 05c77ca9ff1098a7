/** Texts of the tables of the console. */
export const tableMessages = {
  columns: 'Columns',
  find: (what: string) => `Find in ${what}`,
  noneFound: (text: string) => `No name has "${text}" in it`,
  search: (noun: string) => `Search ${noun}s`,
  compact: 'Compact rows',
  ownColumns: 'Columns of the table',
  moveUp: 'Further to the start (Alt+Up)',
  moveDown: 'Further to the end (Alt+Down)',
  width: (column: string) => `Width of ${column}`,
} as const
