import { graphql, type ResultOf } from '#web/lib/graphql.ts'

const occurrence = graphql(`
  fragment ScheduleTime on ScheduleOccurrence @_unmask {
    id
    at
    source
    state
    reason
    text
    by
    decided
    run {
      runId
      status
      started
      ended
    }
  }
`)

/** A schedule as lists show it. */
const row = graphql(
  `
    fragment ScheduleRow on Schedule @_unmask {
      id
      appId
      planId
      planName
      name
      cron
      timeZone
      words
      inputs
      overlap
      state
      next
      createdBy
      paused {
        by
        at
        reason
      }
      missed {
        count
        from
        to
        text
      }
      last {
        ...ScheduleTime
      }
    }
  `,
  [occurrence],
)

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
  [row],
)

export const scheduleListQuery = graphql(
  `
    query ScheduleList(
      $page: Int!
      $perPage: Int!
      $sort: String
      $appId: ID
      $planId: ID
      $state: String
      $search: String
    ) {
      schedules(
        page: $page
        perPage: $perPage
        sort: $sort
        appId: $appId
        planId: $planId
        state: $state
        search: $search
      ) {
        total
        counts {
          all
          paused
          missed
        }
        next {
          scheduleId
          name
          at
        }
        rows {
          ...ScheduleRow
        }
      }
    }
  `,
  [row],
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

export const scheduleTimesQuery = graphql(
  `
    query ScheduleTimes($id: ID!, $page: Int!, $perPage: Int!) {
      scheduleOccurrences(id: $id, page: $page, perPage: $perPage) {
        total
        rows {
          ...ScheduleTime
        }
      }
    }
  `,
  [occurrence],
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

export const backfillPreviewQuery = graphql(`
  query BackfillPreview($id: ID!, $from: DateTime!, $to: DateTime!) {
    backfillPreview(id: $id, from: $from, to: $to) {
      total
      times
      started
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

/** The apps in which a plan can run. */
export const scheduleAppsQuery = graphql(`
  query ScheduleApps {
    apps {
      id
      name
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

export const pauseScheduleMutation = graphql(
  `
    mutation PauseSchedule($id: ID!, $reason: String!) {
      pauseSchedule(id: $id, reason: $reason) {
        ...ScheduleRow
      }
    }
  `,
  [row],
)

export const resumeScheduleMutation = graphql(
  `
    mutation ResumeSchedule($id: ID!) {
      resumeSchedule(id: $id) {
        ...ScheduleRow
      }
    }
  `,
  [row],
)

export const triggerScheduleMutation = graphql(`
  mutation TriggerSchedule($id: ID!) {
    triggerSchedule(id: $id)
  }
`)

export const backfillScheduleMutation = graphql(`
  mutation BackfillSchedule($id: ID!, $from: DateTime!, $to: DateTime!, $concurrency: Int) {
    backfillSchedule(id: $id, from: $from, to: $to, concurrency: $concurrency)
  }
`)

export type ScheduleInList = ResultOf<typeof row>
export type ScheduleDetail = ResultOf<typeof detail>
export type ScheduleTime = ResultOf<typeof occurrence>
