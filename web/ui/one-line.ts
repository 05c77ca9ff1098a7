/** On a desk a value of a table keeps to its line, and its title tells the rest; on a phone there is room for all of it. */
export const oneLine = {
  overflow: { sm: 'hidden' },
  textOverflow: { sm: 'ellipsis' },
  whiteSpace: { sm: 'nowrap' },
} as const
