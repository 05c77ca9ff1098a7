/** The exact texts of spec sections 2 and 8 for apps. */
export const appMessages = {
  loadListFailed: 'Error loading apps:',
  saveFailed: 'Error creating app:',
  loadFailed: 'Error loading app:',
  title: 'Apps',
  newApp: 'New App',
  create: 'Create',
  editApp: 'Edit App',
  update: 'Update',
  name: 'Name',
  description: 'Description',
  descriptionHint: 'Enter a description for your app.',
  emptyTitle: 'No apps yet',
  emptyText: 'An app holds the workqueues that belong together. Create the first one to run a plan in it.',
  created: (name: string) => `Created App: ${name}`,
  updated: (name: string) => `Updated App: ${name}`,
  lastToken: 'App must have at least one token',
} as const
