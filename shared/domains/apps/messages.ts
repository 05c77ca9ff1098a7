/** Exact texts of the app screens. */
export const appMessages = {
  loadListFailed: 'Error loading apps:',
  saveFailed: 'Error creating app:',
  loadFailed: 'Error loading app:',
  /** On the Run Workqueue screen, which calls apps applications. */
  loadForRunFailed: "Couldn't load application details...",
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
  delete: 'Delete',
  add: 'Add',
} as const
