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
  selectAll: (count: number) => `Select all ${count.toLocaleString('en')} that match`,
  allSelected: (count: number) => `All ${count.toLocaleString('en')} that match are selected`,
  clearSelection: 'Clear selection',
  cancelMatching: (count: number) =>
    `Are you sure you want to cancel all ${count.toLocaleString('en')} workqueues that match the filters? Running tasks are stopped and nothing further starts. Those that have ended stay as they are.`,
  keepRunning: 'Keep running',
  noneToCancel: 'All that are selected have already ended',
  restartFailed: 'Restart failed tasks',
  restartFailedOf: (count: number) =>
    `Restart failed tasks of ${count === 1 ? '1 workqueue' : `${count} workqueues`}`,
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

/** The selected workqueues that an action is meant for, by their number or the name of the only one. */
function meantOf(meant: readonly { name: string }[], selected: number): string {
  const [first] = meant
  if (meant.length === 1 && first) return `“${first.name}”`
  return meant.length === selected
    ? `these ${selected} workqueues`
    : `${meant.length} of these ${selected} workqueues`
}

/** The question before selected workqueues are cancelled; the others of the selection have ended. */
export function cancelQuestion(meant: readonly { name: string }[], selected: number): string {
  const ended = selected - meant.length
  const asked = `Are you sure you want to cancel ${meantOf(meant, selected)}? Running tasks are stopped and nothing further starts.`
  if (ended === 0) return asked
  return `${asked} ${ended} of the ${selected} selected ${ended === 1 ? 'has' : 'have'} already ended and cannot be cancelled.`
}

/** The question before the failed tasks of selected workqueues are restarted; the others of the selection have not failed. */
export function restartFailedQuestion(failed: readonly { name: string }[], selected: number): string {
  const others = selected - failed.length
  const asked = `Are you sure you want to restart the failed tasks of ${meantOf(failed, selected)}?`
  if (others === 0) return asked
  return `${asked} ${others} of the ${selected} selected ${others === 1 ? 'has' : 'have'} not failed and ${others === 1 ? 'stays as it is' : 'stay as they are'}.`
}
