import { userEvent } from '@testing-library/user-event'
import { Outlet } from 'react-router-dom'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { scheduleCache } from './cache.ts'
import { ScheduleListPage } from './schedule-list-page.tsx'

const DAY_MS = 86_400_000
const app = { id: 'a1', name: 'Billing', description: '', version: 1 }

/** A time of a schedule that has started a run, as the gateway answers it. */
export const occurrence = (id: string, over: object = {}) => ({
  __typename: 'ScheduleOccurrence',
  id,
  at: '2026-11-20T01:30:00.000Z',
  source: 'clock',
  state: 'started',
  reason: null,
  text: null,
  by: null,
  decided: '2026-11-20T01:30:00.000Z',
  run: {
    __typename: 'ScheduledRun',
    runId: `run-${id}`,
    status: 'completed',
    started: '2026-11-20T01:30:00.000Z',
    ended: '2026-11-20T01:31:00.000Z',
  },
  ...over,
})

/** A schedule with all its fields. */
export const schedule = (id: string, over: object = {}) => ({
  __typename: 'Schedule',
  id,
  appId: 'a1',
  planId: 'p1',
  planName: 'Invoice run',
  name: `Nightly ${id}`,
  cron: '30 2 * * *',
  timeZone: 'Europe/Berlin',
  words: 'Every day at 02:30',
  inputs: { month: 'previous' },
  overlap: 'skip',
  state: 'active',
  next: [DAY_MS, 2 * DAY_MS, 3 * DAY_MS].map((ahead) => new Date(Date.now() + ahead).toISOString()),
  createdBy: 'chi@northwind.example',
  paused: null,
  missed: null,
  last: [occurrence(`${id}-1`)],
  catchUp: 'last',
  catchUpWindow: 3600,
  jitterMs: 0,
  startAt: null,
  endAt: null,
  pauseAfterFailures: null,
  priority: 3,
  initialState: null,
  version: 4,
  updated: '2026-11-20T01:30:00.000Z',
  updatedBy: 'ana@northwind.example',
  ...over,
})

/** The list of schedules of an app at an address, with a gateway that has these. */
export function openSchedules(search: string, rows: object[] = [schedule('s1')], answers: Answers = {}) {
  const counts = { __typename: 'ScheduleCounts', all: rows.length, paused: 1, missed: 1 }
  const gateway = createFakeGateway(
    {
      ScheduleList: () => ({
        schedules: { __typename: 'ScheduleList', total: rows.length, counts, next: null, rows },
      }),
      Schedule: ({ id }) => ({ schedule: schedule(String(id)) }),
      SchedulePlans: () => ({
        plans: { __typename: 'PlanPage', rows: [{ __typename: 'Plan', id: 'p1', name: 'Invoice run' }] },
      }),
      SchedulePlan: () => ({
        plan: {
          __typename: 'Plan',
          id: 'p1',
          name: 'Invoice run',
          initialState: { month: 'this' },
          inputSchema: null,
          version: 1,
        },
      }),
      SchedulePreview: ({ cron }) => ({
        schedulePreview: {
          __typename: 'SchedulePreview',
          words: `Words of ${String(cron)}`,
          times: ['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z'],
          clockChanges: [
            {
              __typename: 'ScheduleClockChange',
              at: '2027-03-28T01:00:00.000Z',
              text: 'On Sun 28 Mar it runs once',
            },
          ],
        },
      }),
      ...answers,
    },
    scheduleCache,
  )
  const Shell = () => (
    <CurrentAppProvider app={app}>
      <Outlet />
    </CurrentAppProvider>
  )
  const view = renderRoutes(
    [
      { Component: Shell, children: [{ path: '/apps/:appId/schedules', Component: ScheduleListPage }] },
      { path: '*', element: null },
    ],
    { at: `/apps/a1/schedules${search}`, client: gateway.client },
  )
  return { ...gateway, ...view, user: userEvent.setup() }
}
