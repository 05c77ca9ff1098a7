import { graphql } from '#web/lib/graphql.ts'

// Read by the dialogs only: the pages that read what speaks for an alias load none of it.

/** What waits now, by type and alias. */
export const aliasBacklogQuery = graphql(`
  query AliasBacklog {
    backlog {
      id
      type
      alias
      queued
      oldestQueued
    }
  }
`)

/** Whose task is restarted: its run, which the page of the run has read already. */
export const runOfTaskQuery = graphql(`
  query RunOfTask($id: ID!) {
    workqueue(id: $id) {
      id
      name
      initialState
    }
  }
`)
