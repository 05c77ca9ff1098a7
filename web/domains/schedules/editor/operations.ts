import { graphql, type ResultOf } from '#web/lib/graphql.ts'
import { scheduleRow } from '../operations.ts'

/** A schedule as its editor shows it. */
const detail = graphql(
  `
    fragment ScheduleDetail on Schedule @_unmask {
      ...ScheduleRow
      catchUp
      catchUpWindow
      jitterMs
      startAt
      endAt
      pauseAfterFailures
      priority
      initialState
      version
      updated
      updatedBy
    }
  `,
  [scheduleRow],
)

export const scheduleQuery = graphql(
  `
    query Schedule($id: ID!) {
      schedule(id: $id) {
        ...ScheduleDetail
      }
    }
  `,
  [detail],
)

export const schedulePreviewQuery = graphql(`
  query SchedulePreview($cron: String!, $timeZone: String!, $count: Int) {
    schedulePreview(cron: $cron, timeZone: $timeZone, count: $count) {
      words
      times
      clockChanges {
        at
        text
      }
    }
  }
`)

/** The plans that a schedule may run. */
export const schedulePlansQuery = graphql(`
  query SchedulePlans {
    plans(page: 1, perPage: 1000, sort: "name") {
      rows {
        id
        name
      }
    }
  }
`)

/** What the runs of a plan begin with. */
export const schedulePlanQuery = graphql(`
  query SchedulePlan($id: ID!) {
    plan(id: $id) {
      id
      name
      initialState
      inputSchema
      version
    }
  }
`)

export const createScheduleMutation = graphql(
  `
    mutation CreateSchedule(
      $appId: ID!
      $planId: ID!
      $name: String!
      $cron: String!
      $timeZone: String
      $initialState: JSON
      $overlap: String
      $catchUp: String
      $catchUpWindow: Int
      $jitterMs: Int
      $startAt: DateTime
      $endAt: DateTime
      $pauseAfterFailures: Int
      $priority: Int
    ) {
      createSchedule(
        appId: $appId
        planId: $planId
        name: $name
        cron: $cron
        timeZone: $timeZone
        initialState: $initialState
        overlap: $overlap
        catchUp: $catchUp
        catchUpWindow: $catchUpWindow
        jitterMs: $jitterMs
        startAt: $startAt
        endAt: $endAt
        pauseAfterFailures: $pauseAfterFailures
        priority: $priority
      ) {
        ...ScheduleDetail
      }
    }
  `,
  [detail],
)

export const updateScheduleMutation = graphql(
  `
    mutation UpdateSchedule(
      $id: ID!
      $version: Int
      $planId: ID
      $name: String
      $cron: String
      $timeZone: String
      $initialState: JSON
      $overlap: String
      $catchUp: String
      $catchUpWindow: Int
      $jitterMs: Int
      $startAt: DateTime
      $endAt: DateTime
      $pauseAfterFailures: Int
      $priority: Int
    ) {
      updateSchedule(
        id: $id
        version: $version
        planId: $planId
        name: $name
        cron: $cron
        timeZone: $timeZone
        initialState: $initialState
        overlap: $overlap
        catchUp: $catchUp
        catchUpWindow: $catchUpWindow
        jitterMs: $jitterMs
        startAt: $startAt
        endAt: $endAt
        pauseAfterFailures: $pauseAfterFailures
        priority: $priority
      ) {
        ...ScheduleDetail
      }
    }
  `,
  [detail],
)

export const deleteScheduleMutation = graphql(`
  mutation DeleteSchedule($id: ID!) {
    deleteSchedule(id: $id)
  }
`)

export type ScheduleDetail = ResultOf<typeof detail>
