import '../domains/apps/schema.ts'
import '../domains/plans/schema.ts'
import '../domains/tasks/schema.ts'
import '../domains/workqueues/schema.ts'
import { taskLiveFields } from '../domains/tasks/live.ts'
import { workqueueLiveFields } from '../domains/workqueues/live.ts'
import type { LiveField } from '../realtime/live-field.ts'
import { builder } from './builder.ts'

/** The whole schema. The only place of the gateway, with `app.ts`, that names the domains. */
export const schema = builder.toSchema()

/** Every subscription field, as the hub runs it. */
export const liveFields: readonly LiveField[] = [...workqueueLiveFields, ...taskLiveFields]
