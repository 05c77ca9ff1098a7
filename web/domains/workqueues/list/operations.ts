import { graphql } from '#web/lib/graphql.ts'

/** How many runs pass these filters. */
export const workqueueCountQuery = graphql(`
  query WorkqueueCount(
    $appId: ID!
    $status: [String!]
    $tags: [String!]
    $createdAfter: DateTime
    $createdBefore: DateTime
    $root: Boolean
    $parentId: ID
    $search: String
    $stuck: Boolean
  ) {
    workqueues(
      appId: $appId
      page: 1
      perPage: 1
      status: $status
      tags: $tags
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      root: $root
      parentId: $parentId
      search: $search
      stuck: $stuck
    ) {
      total
      more
    }
  }
`)

/** How many runs of each status pass the other filters. */
export const statusCountsQuery = graphql(`
  query StatusCounts(
    $appId: ID!
    $tags: [String!]
    $createdAfter: DateTime
    $createdBefore: DateTime
    $root: Boolean
    $parentId: ID
    $search: String
    $stuck: Boolean
  ) {
    notstarted: workqueues(
      appId: $appId
      page: 1
      perPage: 1
      status: ["notstarted"]
      tags: $tags
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      root: $root
      parentId: $parentId
      search: $search
      stuck: $stuck
    ) {
      total
      more
    }
    started: workqueues(
      appId: $appId
      page: 1
      perPage: 1
      status: ["started"]
      tags: $tags
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      root: $root
      parentId: $parentId
      search: $search
      stuck: $stuck
    ) {
      total
      more
    }
    completed: workqueues(
      appId: $appId
      page: 1
      perPage: 1
      status: ["completed"]
      tags: $tags
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      root: $root
      parentId: $parentId
      search: $search
      stuck: $stuck
    ) {
      total
      more
    }
    failed: workqueues(
      appId: $appId
      page: 1
      perPage: 1
      status: ["failed"]
      tags: $tags
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      root: $root
      parentId: $parentId
      search: $search
      stuck: $stuck
    ) {
      total
      more
    }
    cancelled: workqueues(
      appId: $appId
      page: 1
      perPage: 1
      status: ["cancelled"]
      tags: $tags
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      root: $root
      parentId: $parentId
      search: $search
      stuck: $stuck
    ) {
      total
      more
    }
  }
`)

/** Tags of the runs of an app. */
export const knownTagsQuery = graphql(`
  query KnownTags($appId: ID!) {
    searchSuggestions(term: "tag", prefix: "", appId: $appId)
  }
`)
