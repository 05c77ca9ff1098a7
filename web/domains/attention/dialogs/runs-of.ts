interface FailedTask {
  workqueueId: string | null
  workqueueName: string | null
  name: string
}

interface RunOfTasks {
  id: string
  name: string
  /** The names of its tasks. */
  tasks: string[]
}

/** The runs of tasks, in the order of their first task. A run without a known name is named by its id. */
export function runsOf(tasks: readonly FailedTask[]): RunOfTasks[] {
  const runs = new Map<string, RunOfTasks>()
  for (const { workqueueId, workqueueName, name } of tasks) {
    const id = workqueueId ?? ''
    const run = runs.get(id) ?? { id, name: workqueueName || id, tasks: [] }
    run.tasks.push(name)
    runs.set(id, run)
  }
  return [...runs.values()]
}
