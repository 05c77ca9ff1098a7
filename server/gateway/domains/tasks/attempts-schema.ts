import {
  runAttempt,
  taskAttempt,
  taskPayload,
  type RunAttempt,
  type TaskAttempt,
  type TaskPayload,
} from '#shared/domains/tasks/attempts-contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { readRunAttempts, readTaskAttempts, readTaskPayload } from './attempts-upstream.ts'

const TaskAttemptRef = builder.objectRef<Wire<TaskAttempt>>('TaskAttempt').implement({
  fields: (t) => contractFields(t, taskAttempt),
})

const RunAttemptRef = builder.objectRef<Wire<RunAttempt>>('RunAttempt').implement({
  fields: (t) => contractFields(t, runAttempt),
})

const TaskPayloadRef = builder.objectRef<Wire<TaskPayload>>('TaskPayload').implement({
  fields: (t) => contractFields(t, taskPayload),
})

builder.queryFields((t) => ({
  taskAttempts: t.field({
    description: 'Every execution of a task, oldest first; on a platform with the feature `attempts`.',
    type: [TaskAttemptRef],
    args: { taskId: t.arg.id({ required: true }) },
    resolve: (_root, { taskId }, { call }) => readTaskAttempts(call, taskId),
  }),
  workqueueAttempts: t.field({
    description:
      'Attempts of the tasks of a workqueue that another attempt has followed, oldest first; on a platform with the feature `attempts`.',
    type: [RunAttemptRef],
    args: { workqueueId: t.arg.id({ required: true }) },
    resolve: (_root, { workqueueId }, { call }) => readRunAttempts(call, workqueueId),
  }),
  taskPayload: t.field({
    description:
      'What an attempt of a task was given and what it returned; on a platform with the feature `payloads`.',
    type: TaskPayloadRef,
    args: {
      taskId: t.arg.id({ required: true }),
      attempt: t.arg.int({ description: 'Absent: the latest one.' }),
    },
    resolve: (_root, { taskId, attempt }, { call }) => readTaskPayload(call, taskId, attempt ?? undefined),
  }),
}))
