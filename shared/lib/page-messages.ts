/** Texts of the frame around the pages: pages that cannot be loaded, and the first moments of the console. */
export const pageMessages = {
  away: 'This page is not loaded yet: the console cannot be reached. It opens as soon as there is a connection.',
  outdated: 'The console was updated while this page was open. Load it again to continue.',
  older: 'This page is older than the console.',
  olderReason: 'this page is older than the console, reload it',
  reload: 'Reload',
  notShown: (reason: string) => `This page could not be shown: ${reason}`,
  slowStart: 'Still loading: the connection is slow.',
  readAgain: 'Read again',
  keysTitle: 'Keys',
  listKeys: {
    'j k': 'next and previous row',
    'Enter o': 'open the row',
  },
  selectKeys: { x: 'select the row' },
  searchKeys: { '/': 'search' },
  anyKeys: { '?': 'these keys', Esc: 'close what is open' },
  loadAgain: 'Load again',
  needAttention: (count: number) => `${count} ${count === 1 ? 'item needs' : 'items need'} attention`,
} as const
