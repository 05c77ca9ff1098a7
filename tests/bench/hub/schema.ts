/** The schema of the peers: the fields of a run that the console shows, and its list's filter. */
export const schemaText = `
  type Workqueue { id: ID! appId: ID! name: String! description: String! tags: [String!]! planId: ID rerunOf: ID parentTaskId: ID
    status: String! created: String! createdBy: String started: String ended: String }
  type WorkqueueListEvent { event: String! workqueue: Workqueue! }
  type Query { ok: Boolean }
  type Subscription { workqueueList(appId: ID!, tags: [String!]!, status: [String!]!, createdAfter: String!): WorkqueueListEvent! }
`

/** Arguments of one subscriber. */
export interface Filter {
  appId: string
  tags: string[]
  status: string[]
  createdAfter: string
}

/** The same operation for every server of the comparison. */
export function passes(row: Record<string, unknown>, { appId, tags, status, createdAfter }: Filter): boolean {
  return (
    row['appId'] === appId &&
    status.includes(String(row['status'])) &&
    tags.some((tag) => (row['tags'] as string[]).includes(tag)) &&
    Date.parse(String(row['created'])) >= Date.parse(createdAfter)
  )
}
