import { type KeyInput, keyInputsOf } from '#shared/domains/workqueues/list-rows.ts'

interface TaskOfRun {
  workqueueId: string | null
  workqueueName: string | null
  /** Absent where they are not known. */
  inputs?: unknown
}

/** The inputs that tell the runs of these tasks apart, by the id of the run. */
export const inputsOfRuns = (tasks: readonly TaskOfRun[]): ReadonlyMap<string, readonly KeyInput[]> =>
  keyInputsOf(
    tasks.map(({ workqueueId, workqueueName, inputs }) => ({
      id: workqueueId ?? '',
      name: workqueueName ?? '',
      planId: null,
      inputs,
    })),
  )
