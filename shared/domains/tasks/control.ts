import { isByHand } from './rules.ts'

/** What a person can do to a task: run it at once, or with what comes after it, or end it in the place of its worker. */
export const controlActs = ['now', 'from', 'complete', 'skip'] as const
export type ControlAct = (typeof controlActs)[number]

interface ControlledTask {
  status: string
  reason?: string | null
}

/** What can be done to a task in its status; the platform decides again. */
export function controlsOf(task: ControlledTask, runStatus: string | null | undefined): ControlAct[] {
  if (runStatus === 'cancelled') return []
  switch (task.status) {
    case 'retry':
      return ['now', 'complete', 'skip']
    case 'queued':
      return ['complete', 'skip']
    case 'failed':
      return ['from', 'complete', 'skip']
    default:
      return task.status === 'ended' || isByHand(task) ? ['from'] : []
  }
}
