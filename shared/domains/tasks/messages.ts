/** The exact texts of spec sections 2 and 8 for tasks. */
export const taskMessages = {
  loadListFailed: 'Error loading tasks:',
  restartFailed: 'Error restarting task:',
  restartNamedFailed: (name: string) => `Couldn't restart task: [${name}]...`,
  restarted: (name: string) => `Task: ${name} restarted.`,
  noLogs: 'No logs available at this time, logs could take up to 5 minutes to appear.',
  stackTrace: 'Stack trace',
  none: 'No tasks found...',
  rerun: 'Re Run',
  rerunFromLogs: 'Re-run',
  showLogs: 'Show Logs',
  hideLogs: 'Hide Logs',
  collapseLogs: 'Collapse Logs',
  viewSource: 'View Source',
  inProgress: 'in progress',
  waited: (wait: string) => `(waited ${wait})`,
  retrying: (time: string) => `(retrying ${time})`,
} as const
