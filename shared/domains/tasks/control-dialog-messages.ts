const tasks = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`

/** Texts of the dialog in which a person says what is done to a task; loaded when it opens. */
export const controlDialogMessages = {
  titles: {
    from: (name: string) => `Re Run from ${name}`,
    complete: (name: string) => `Complete ${name}`,
    skip: (name: string) => `Skip ${name}`,
  },
  confirm: { from: 'Re Run', complete: 'Complete', skip: 'Skip' },
  reason: 'Reason',
  reasonHint: 'Everyone sees it in the attempts of the task and in Activity',
  outputs: 'Outputs',
  outputsHint:
    'What its worker would have reported; null and absent fields too are as the workflow gets them',
  noOutputs: 'Nothing of its outputs is written into the state',
  effect: {
    starts: (count: number) => `${tasks(count)} after it can go on.`,
    ends: 'No task waits for it.',
    repairs: 'The workqueue goes on.',
    held: (name: string, more: number) =>
      `The workqueue stays failed: ${name}${more > 0 ? ` and ${more} more` : ''} failed too.`,
    again: (count: number) =>
      count === 0 ? 'It runs again; no task comes after it.' : `It and ${tasks(count)} after it run again.`,
    stateStays: 'What they have written into the state stays until they write it again.',
    running: (name: string) => `${name}, which comes after it, still runs: wait until it has ended.`,
  },
} as const
