/** Exact texts of the workqueue screens and of the live list. */
export const workqueueMessages = {
  loadListFailed: 'Error loading workqueues:',
  loadFailed: 'Error loading workqueue:',
  cancelManyFailed: "Couldn't cancel workqueues:",
  cancelFailed: "Couldn't cancel workqueue:",
  startFailed: (name: string) => `Couldn't start workqueue [${name}]...`,
  startPlanFailed: (plan: string) => `Couldn't start plan: ${plan}...`,
  parseFailed: "Couldn't parse workqueue...",
  loadLogsFailed: "Couldn't load workqueue logs:",
  loadPlansFailed: 'Error loading plans:',
  loadPlanFailed: 'Error loading plan:',
  started: (name: string) => `Workqueue: [${name}] started.`,
  planStarted: (plan: string) => `Plan: [${plan}] started...`,
  cancelledMany: (count: number) => `Cancelled ${count} workqueues`,
  cancelled: 'Cancelled workqueue',
  restartedMany: (count: number) => (count === 1 ? 'Restarted 1 task' : `Restarted ${count} tasks`),
  receipt: 'Receipt',
  receiptDone: 'Done',
  receiptRefused: 'Refused',
  loadReceiptFailed: 'Error loading receipt:',
  logsLoaded: 'Workqueue Logs Loaded',
  saveAsPlan: 'Save as Plan',
  saveAsPlanText: 'Its tasks and its initial state become a plan that can be run again.',
  savePlan: 'Save',
  savedAsPlan: 'The plan stands among the others:',
  idle: 'Inactivity detected: disabling live updates',
  active: 'Activity detected: enabling live updates',
} as const

/** Texts of the rows of the Workqueues screen. */
export const workqueueRowMessages = {
  compare: 'Compare',
  tasks: (count: number) => (count === 1 ? '1 task' : `${count.toLocaleString('en')} tasks`),
  children: (count: number) => (count === 1 ? '1 child' : `${count.toLocaleString('en')} children`),
  moreChildren: (count: number) => `${count.toLocaleString('en')} more`,
  loadChildrenFailed: 'Error loading children:',
  restarted: (times: number) => `restarted ×${times}`,
  active: (active: string, whole: string) => `active ${active} of ${whole}`,
  activeOnly: (active: string) => `active ${active}`,
  showNewRows: (count: number) => (count === 1 ? 'Show 1 new workqueue' : `Show ${count} new workqueues`),
  family: 'Children',
  folded: 'folded',
  unfolded: 'all',
  childrenOf: 'Children of',
  leaveParent: 'Show all workqueues',
  andMore: (count: number) => `and ${count.toLocaleString('en')} more`,
} as const

/** Label of the cancel button above the list, by the number of workqueues that it cancels. */
export function cancelLabel(count: number): string {
  return count === 1 ? 'Cancel workqueue' : `Cancel ${count} workqueues`
}
