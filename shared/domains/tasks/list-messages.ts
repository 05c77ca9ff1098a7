/** Texts around the rows of the Tasks screen: its search, its views, and what is done with chosen tasks. */
export const taskListMessages = {
  search: 'Search tasks',
  placeholder: 'Name, reason, type or ended:<1h',
  clearSearch: 'Clear search',
  viewFailedHour: 'Failed in 1 h',
  searchedAfter: (time: string) => `Searched tasks created since ${time}`,
  searchedBefore: (time: string) => `Searched tasks created until ${time}`,
  searchFurther: 'a status or a time looks further',
  selected: (count: number) => `${count.toLocaleString('en')} selected`,
  selectAll: (count: number) => `Select all ${count.toLocaleString('en')}`,
  selectNewest: (count: number) => `Select the first ${count.toLocaleString('en')}`,
  clearSelection: 'Clear',
  selectFailed: 'Error loading tasks:',
  restartFailed: (count: number) =>
    count === 1 ? 'Restart 1 failed task' : `Restart ${count.toLocaleString('en')} failed tasks`,
  nothingToRestart: 'None of them has failed',
  oneType: 'Only tasks of one type move together',
  noAlias: 'The platform runs tasks of this type itself, on no alias',
} as const
