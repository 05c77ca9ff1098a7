import type { ControlAct } from './control.ts'

/** Texts of what a person does to a task in the place of its worker. */
export const controlMessages = {
  menu: (name: string) => `More actions on ${name}`,
  labels: {
    now: 'Re Run now',
    from: 'Re Run from here…',
    complete: 'Complete…',
    skip: 'Skip…',
  } satisfies Record<ControlAct, string>,
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
} as const
