import { afterEach } from 'vitest'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { toaster } from '#web/ui/feedback/toast.tsx'

afterEach(() => toaster.remove())

/** What is known of an entity, in an answer of the gateway. */
export const aboutOf = (name: string, over: object = {}) => ({
  __typename: 'AuditAbout',
  name,
  appId: 'a1',
  workqueueId: null,
  clusterId: null,
  planId: null,
  total: null,
  done: null,
  failed: null,
  status: null,
  alias: null,
  action: null,
  cancelledBy: null,
  cancelledAt: null,
  run: null,
  ...over,
})

/** A record in an answer of the gateway. */
export const recordOf = (id: string, action: string, over: object = {}) => ({
  __typename: 'AuditEntry',
  id,
  at: '2026-11-22T14:02:00.000Z',
  actor: 'ana@northwind.example',
  action,
  entity: 'e1',
  reason: null,
  detail: null,
  source: '10.0.0.7',
  result: 'done',
  folded: null,
  since: null,
  about: null,
  ...over,
})

export const records = (...rows: object[]) => ({
  audit: { __typename: 'AuditPage', total: rows.length, rows },
})

/** A receipt in an answer of the gateway: 2 of 3 failed tasks of a run were restarted. */
export const receiptOf = (over: object = {}) => ({
  receipt: {
    __typename: 'Receipt',
    id: 'r1',
    kept: true,
    action: 'restart-tasks',
    total: 3,
    done: 2,
    failed: 1,
    created: '2026-11-22T14:02:00.000Z',
    createdBy: 'ana@northwind.example',
    ended: '2026-11-22T14:02:01.000Z',
    alias: null,
    heldUntil: null,
    cancelledBy: null,
    about: { __typename: 'ReceiptAbout', name: 'Nightly', appId: 'a1', workqueueId: 'w1', status: 'failed' },
    succeeded: ['t1', 't2'].map((id) => ({ __typename: 'ReceiptRow', id, name: `Task ${id}` })),
    refused: [{ __typename: 'RefusedRow', id: 't3', name: 'Task t3', error: 'The task is queued' }],
    ...over,
  },
})

/** The product's client on a platform that keeps records. */
export const activityBed = (answers: Answers, features = ['audit']) =>
  createFakeGateway(
    {
      Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '2', features } }),
      MemberChoices: () => ({
        memberships: {
          __typename: 'MembershipPage',
          rows: [{ __typename: 'Membership', id: 'u1', email: 'bo@northwind.example' }],
        },
      }),
      ...answers,
    },
    { keys: { ReceiptRow: () => null, RefusedRow: () => null, AuditEntry: () => null } },
  )
