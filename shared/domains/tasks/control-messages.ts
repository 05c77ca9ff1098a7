import type { ControlAct } from './control.ts'

const tasks = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`

/** Texts of what a person does to a task in the place of its worker. */
export const controlMessages = {
  menu: (name: string) => `More actions on ${name}`,
  labels: {
    now: 'Re Run now',
    from: 'Re Run from here…',
    complete: 'Complete…',
    skip: 'Skip…',
  } satisfies Record<ControlAct, string>,
  titles: {
    from: (name: string) => `Re Run from ${name}`,
    complete: (name: string) => `Complete ${name}`,
    skip: (name: string) => `Skip ${name}`,
  },
  confirm: { from: 'Re Run', complete: 'Complete', skip: 'Skip' },
  done: {
    now: (name: string) => `Task: ${name} runs now.`,
    from: (name: string) => `Task: ${name} restarted with what comes after it.`,
    complete: (name: string) => `Task: ${name} completed.`,
    skip: (name: string) => `Task: ${name} skipped.`,
  } satisfies Record<ControlAct, (name: string) => string>,
  failed: {
    now: (name: string) => `Couldn't run task: [${name}]...`,
    from: (name: string) => `Couldn't restart task: [${name}]...`,
    complete: (name: string) => `Couldn't complete task: [${name}]...`,
    skip: (name: string) => `Couldn't skip task: [${name}]...`,
  } satisfies Record<ControlAct, (name: string) => string>,
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
