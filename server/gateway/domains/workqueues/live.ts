import { workqueueStatuses, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import { appWorkqueuesChannel, workqueueChannel, type LiveEvent } from '#shared/realtime/events.ts'
import { builder, WorkqueueRef } from '#server/gateway/graphql/builder.ts'
import { inApp, type Wire } from '#server/gateway/lib/wire.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { channelId, runByHub, type LiveField, type RowReader } from '#server/gateway/realtime/live-field.ts'
import { createListFilter, type ListFilterArgs } from './list-filter.ts'
import { readWorkqueue } from './upstream.ts'

interface ListEvent {
  event: LiveEvent
  workqueue: Wire<Workqueue>
}

const WorkqueueListEvent = builder.objectRef<ListEvent>('WorkqueueListEvent').implement({
  fields: (t) => ({
    event: t.exposeString('event', { description: 'save, update or status' }),
    workqueue: t.field({ type: WorkqueueRef, resolve: (event) => event.workqueue }),
  }),
})

builder.subscriptionFields((t) => ({
  workqueue: t.field({
    description: 'One workqueue, at every change.',
    type: WorkqueueRef,
    args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    subscribe: runByHub,
    resolve: (root) => root as Wire<Workqueue>,
  }),
  workqueueList: t.field({
    description: 'Workqueues of an app that pass the filters, at every change.',
    type: WorkqueueListEvent,
    args: {
      appId: t.arg.id({ required: true }),
      perPage: t.arg.int({ required: true, defaultValue: DEFAULT_PAGE_SIZE }),
      status: t.arg.stringList(),
      tags: t.arg.stringList(),
      workqueueIds: t.arg.idList(),
      createdAfter: t.arg({ type: 'DateTime' }),
      createdBefore: t.arg({ type: 'DateTime' }),
    },
    subscribe: runByHub,
    resolve: (root) => root as ListEvent,
  }),
}))

/** Fields that a platform need not send with every change, so that an earlier value is never reused. */
const volatileFields = ['tasks', 'state']

/** One read per workqueue; beyond the limit clients read the list, which is cheaper. */
const reader: RowReader = {
  read: async (call, id) => new Map([[id, await readWorkqueue(call, id)]]),
  maxWaiting: 32,
}

export const workqueueLiveFields: readonly LiveField[] = [
  {
    name: 'workqueue',
    entityPath: [],
    payload: 'row',
    filterFields: [],
    volatileFields,
    knownStatuses: workqueueStatuses,
    open(args) {
      const appId = channelId(args, 'appId')
      const id = channelId(args, 'id')
      return {
        channel: workqueueChannel(appId, id),
        appId,
        entityPath: `workqueues/${id}`,
        createFilter: null,
        read: reader,
      }
    },
    toRoot: (_event, row, appId) => inApp(row as Wire<Workqueue>, appId),
  },
  {
    name: 'workqueueList',
    entityPath: ['workqueue'],
    payload: 'row',
    filterFields: ['status', 'tags', 'created'],
    volatileFields,
    knownStatuses: workqueueStatuses,
    open(args) {
      const appId = channelId(args, 'appId')
      return {
        channel: appWorkqueuesChannel(appId),
        appId,
        entityPath: null,
        createFilter: () => createListFilter(args as ListFilterArgs),
        read: reader,
      }
    },
    toRoot: (event, row, appId) => ({ event, workqueue: inApp(row as Wire<Workqueue>, appId) }),
  },
]
