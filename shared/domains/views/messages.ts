/** Texts of the views of a list. */
export const viewMessages = {
  views: 'Views',
  saveNew: 'Save view',
  save: 'Save',
  reset: 'Reset',
  /** Beside the name of the view while the list shows something else. */
  changed: 'changed',
  resetHint: (name: string) => `Back to ${name} as it was saved`,
  saveHint: (name: string) => `Save these filters and columns as ${name}`,
  name: 'Name',
  shared: 'Share with all members of the account',
  sharedMark: (owner: string) => `shared by ${owner}`,
  actions: (name: string) => `Actions of the view ${name}`,
  rename: 'Rename',
  share: 'Share with all members',
  unshare: 'Stop sharing',
  remove: 'Delete view',
  removeText: (name: string, shared: boolean) =>
    shared
      ? `Delete the view ${name} for all members? What it lists stays.`
      : `Delete the view ${name}? What it lists stays.`,
  created: (name: string) => `Saved the view ${name}`,
  saved: (name: string) => `Saved the view ${name}`,
  removed: 'Deleted the view',
  failed: "Couldn't save the view:",
  removeFailed: "Couldn't delete the view:",
  /** Views that screens have of themselves. */
  own: {
    all: 'All',
    open: 'Open',
    muted: 'Muted',
    closed: 'Closed',
    refused: 'Refused',
    failed: 'Failed',
    running: 'Running',
    waiting: 'Waiting',
  },
} as const
