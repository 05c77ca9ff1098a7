import { paths } from '#web/paths.ts'
import { apiCall, type CopySubject } from './copy-subject.ts'

/** The objects of the console that are copied, each by its own fields: the same in its row and on its page. */
export const copied = {
  app: ({ id }: { id: string }): CopySubject => ({ id, to: paths.workqueues(id), api: apiCall`apps/${id}` }),
  run: ({ id, appId }: { id: string; appId: string }): CopySubject => ({
    id,
    to: paths.workqueue(appId, id),
    api: apiCall`workqueues/${id}`,
  }),
  /** A task is shown by its run; one without a run has only the list of its app. */
  task: (task: { id: string; appId: string | null; workqueueId: string | null }): CopySubject => ({
    id: task.id,
    to:
      task.appId && task.workqueueId
        ? paths.workqueue(task.appId, task.workqueueId, `?task=${encodeURIComponent(task.id)}`)
        : paths.apps(),
    api: apiCall`tasks/${task.id}`,
  }),
  failure: ({ id }: { id: string }): CopySubject => ({
    id,
    to: paths.failure(id),
    api: apiCall`failures/${id}`,
  }),
  queue: ({ type, alias }: { type: string; alias: string }): CopySubject => ({
    id: `${type}/${alias}`,
    to: paths.queue(type, alias),
    api: apiCall`queues/${type}/${alias}`,
  }),
  plan: ({ id }: { id: string }): CopySubject => ({ id, to: paths.plan(id), api: apiCall`plans/${id}` }),
  worker: ({ id }: { id: string }): CopySubject => ({
    id,
    to: paths.worker(id),
    api: apiCall`workers/${id}`,
  }),
  /** An alias is shown and read with its worker. */
  alias: ({ name, workerId }: { name: string; workerId: string }): CopySubject => ({
    id: name,
    to: paths.worker(workerId),
    api: apiCall`workers/${workerId}`,
  }),
  script: ({ id }: { id: string }): CopySubject => ({
    id,
    to: paths.script(id),
    api: apiCall`scripts/${id}`,
  }),
  team: ({ id }: { id: string }): CopySubject => ({ id, to: paths.team(id), api: apiCall`teams/${id}` }),
  cluster: ({ id }: { id: string }): CopySubject => ({
    id,
    to: paths.cluster(id),
    api: apiCall`clusters/${id}`,
  }),
  deployment: ({ id, clusterId }: { id: string; clusterId: string }): CopySubject => ({
    id,
    to: paths.deployment(clusterId, id),
    api: apiCall`deployments/${id}`,
  }),
}
