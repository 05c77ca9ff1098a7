import { cleanDefinition } from '#shared/domains/workqueues/clean.ts'
import { createTarget } from '../create/create-params.ts'
import type { WorkqueueDetail } from './operations.ts'

/** Run Workqueue with the definition of a run: its address and the state of its history entry. */
export const modifiedRun = (workqueue: WorkqueueDetail) =>
  createTarget(workqueue.appId, cleanDefinition(workqueue))
