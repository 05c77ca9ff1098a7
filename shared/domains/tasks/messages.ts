/** The exact texts of spec sections 2 and 8 for tasks. */
export const taskMessages = {
  loadListFailed: 'Error loading tasks:',
  restartFailed: 'Error restarting task:',
  restartNamedFailed: (name: string) => `Couldn't restart task: [${name}]...`,
  restarted: (name: string) => `Task: ${name} restarted.`,
  noLogs: 'No logs available at this time, logs could take up to 5 minutes to appear.',
  stackTrace: 'Stack trace',
} as const
