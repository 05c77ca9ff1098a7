/** The exact texts of spec section 8 for apps. */
export const appMessages = {
  loadListFailed: 'Error loading apps:',
  saveFailed: 'Error creating app:',
  loadFailed: 'Error loading app:',
  created: (name: string) => `Created App: ${name}`,
  updated: (name: string) => `Updated App: ${name}`,
} as const
