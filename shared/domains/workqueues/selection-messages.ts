/** Texts of the actions on selected rows of the Workqueues screen, which may apply to some of them only. */
export const selectionMessages = {
  selectAll: (count: number) => `Select all ${count.toLocaleString('en')} that match`,
  allSelected: (count: number) => `All ${count.toLocaleString('en')} that match are selected`,
  clearSelection: 'Clear selection',
  keys: { Esc: 'clear the selection' },
  cancelMatching: (count: number) =>
    `Are you sure you want to cancel all ${count.toLocaleString('en')} workqueues that match the filters? Running tasks are stopped and nothing further starts. Those that have ended stay as they are.`,
  restartFailed: 'Restart failed tasks',
  restartFailedOf: (count: number) =>
    `Restart failed tasks of ${count === 1 ? '1 workqueue' : `${count} workqueues`}`,
} as const

/** The selected workqueues that an action is meant for, by their number or the name of the only one. */
function meantOf(meant: readonly { name: string }[], selected: number): string {
  const [first] = meant
  if (meant.length === 1 && first) return `“${first.name}”`
  return meant.length === selected
    ? `these ${selected} workqueues`
    : `${meant.length} of these ${selected} workqueues`
}

/** Stands beside the button while a cancel applies to none of the selected workqueues. */
export const allEnded = (selected: number): string =>
  selected === 1 ? 'has already ended' : 'all have already ended'

/** The question before selected workqueues are cancelled; those of the selection that are not `open` have ended. */
export function cancelQuestion(open: readonly { name: string }[], selected: number): string {
  const ended = selected - open.length
  if (open.length === 0)
    return `${selected === 1 ? 'This workqueue has' : `All ${selected} selected workqueues have`} already ended and cannot be cancelled.`
  const asked = `Are you sure you want to cancel ${meantOf(open, selected)}? Running tasks are stopped and nothing further starts.`
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
