import './domains/account/schema.ts'
import './domains/activity/schema.ts'
import './domains/alerts/schema.ts'
import './domains/apps/schema.ts'
import { attentionLiveField } from './domains/attention/live.ts'
import { backlogLiveField } from './domains/backlog/live.ts'
import './domains/clusters/schema.ts'
import './domains/failures/schema.ts'
import './domains/hooks/schema.ts'
import './domains/keys/schema.ts'
import './domains/plans/schema.ts'
import './domains/queues/schema.ts'
import './domains/schedules/schema.ts'
import './domains/scripts/schema.ts'
import './domains/search/schema.ts'
import './domains/tasks/schema.ts'
import './domains/teams/schema.ts'
import './domains/usage/schema.ts'
import './domains/views/schema.ts'
import './domains/workers/schema.ts'
import './domains/workqueues/schema.ts'
import { taskLiveFields } from './domains/tasks/live.ts'
import { workqueueLiveFields } from './domains/workqueues/live.ts'
import type { Backlogs } from './domains/backlog/backlogs.ts'
import type { LiveField } from './realtime/live-field.ts'
import { builder } from './graphql/builder.ts'

/** The whole schema. Besides `app.ts`, this is the only file of the gateway that names the domains. */
export const schema = builder.toSchema()

/** Every subscription field, for the hub. */
export const liveFields = (backlogs: Backlogs): readonly LiveField[] => [
  ...workqueueLiveFields,
  ...taskLiveFields,
  attentionLiveField,
  backlogLiveField(backlogs),
]
