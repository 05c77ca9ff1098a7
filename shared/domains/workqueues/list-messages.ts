/** Texts around the rows of the Workqueues screen: its search, its views and what is done with the whole list. */
export const workqueueListMessages = {
  selection: 'Selected workqueues',
  search: 'Search workqueues',
  placeholder: 'Name, id, plan or customer=991',
  nothingStuck: 'No run is stuck or late',
  showAll: 'Show all workqueues',
  exportCsv: 'Export CSV',
  exportRows: (rows: string) => `${rows} ${rows === '1' ? 'row' : 'rows'}`,
  copyLink: 'Copy link to this view',
  linkCopied: 'Link copied',
  more: 'More actions',
  viewAll: 'All',
  viewFailedToday: 'Failed today',
  viewMine: 'Mine',
  viewStuck: 'Stuck or late',
} as const
