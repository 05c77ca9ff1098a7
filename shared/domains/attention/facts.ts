/** A moment in ISO form. */
type At = string

/**
 * What a group of failed attempts is known by; counts are those of the tasks that have not succeeded since, or are still
 * failed although a later run has passed them.
 */
export interface FailureFacts {
  kind: 'failure'
  title: string
  type: string
  runs: number
  tasks: number
  /** The most tasks that it had since it opened. */
  most: number
  /** Names of apps. */
  apps: readonly string[]
  /** Tasks that have not started because of it. */
  held: number
  /** Tasks that a restart takes up, and those that wait or run again. */
  restartable: number
  again: number
  /** All of them run again after a restart, or are about to; absent in items of earlier versions. */
  restarting?: boolean
  /** The last restart that tasks of it have failed after, and who made it. */
  restarted?: { by: string | null; at: At } | null
  /** It was closed before because a later run had passed its task; absent in items of earlier versions. */
  passed?: boolean
  /** The name that all of its tasks have; null for several. Absent in items of earlier versions, as what follows. */
  task?: string | null
  first: At
  last: At
  versions: readonly string[]
  hosts: readonly string[]
  notVersions: readonly string[]
  notHosts?: readonly string[]
  aliases?: readonly string[]
  /** The alias that mends it; absent in items of earlier versions. */
  suggestedAlias?: { alias: string; version: string } | null
  /** Workers poll another alias of its type; absent where that is not known. */
  movable?: boolean
  /** Its newest failure. */
  appId: string
  workqueueId: string
  taskId: string
  /** What runs its alias; absent in items of earlier versions. */
  deployment?: DeploymentPlace | null
}

/** What is known of a queue that needs attention. */
export interface QueueFacts {
  kind: 'queueNobody' | 'queueStalled' | 'queueGrowing'
  type: string
  alias: string
  queued: number
  /** More wait than were counted. */
  more: boolean
  /** The runs that wait for it; absent in items of earlier versions. */
  runs?: number
  oldest: At
  /** When a task was handed out last; null: not known. */
  lastOut: At | null
  lastPoll: At | null
  /** Worker processes that poll it, and those of the last day. */
  polling: number
  pollers: number
  /** The one that stopped polling last. */
  gone: { host: string; at: At } | null
  /** Tasks a second; null until they are known. */
  rates: { in: number; out: number; net: number } | null
  apps: readonly string[]
  /** When its alias was made; null: no worker has it. */
  made: At | null
  workerId: string | null
  deployment: DeploymentPlace | null
  /** Another alias of the type is polled, which can have what waits; absent in items of earlier versions. */
  movable?: boolean
}

/** A service of queues that does not do its part: tasks wait and cannot be given to it. */
export interface QueueServiceFacts {
  kind: 'queueService'
  /** Its host. */
  service: string
  /** What it does instead, after its name: `answered 403 ExpiredToken`. */
  reason: string
  /** Queues that it fails for, and the one that it failed first for. */
  queues: number
  type: string
  alias: string
  /** Tasks that wait in them. */
  tasks: number
  /** More wait than were counted. */
  more: boolean
}

export interface DeploymentPlace {
  id: string
  clusterId: string
  cluster: string
}

/** A run that takes longer than 9 of 10 before it. */
export interface LateRunFacts {
  kind: 'runLate'
  name: string
  app: string
  appId: string
  workqueueId: string
  /** How long a task of it has been queued or running since its last restart, until `activeSince`; null there: none is. */
  activeMs: number
  activeSince: At | null
  medianMs: number
  /** What `medianMs` is: absent the usual time, else what the definition expects, or a deadline, then since its start. */
  limit?: 'expected' | 'deadline' | 'taskDeadline'
  /** The plan of the run; absent in items of earlier versions. */
  planId?: string | null
  /** The task of it that runs for longer than usual, or is past its deadline. */
  task: ({ id: string; name: string; since: At; usualMs: number | null } & Partial<TaskPlace>) | null
}

/** Where a task runs, and where tasks of its type ended well besides; absent in items of earlier versions. */
export interface TaskPlace {
  type: string
  alias: string
  version: string | null
  hostName: string | null
  notVersions: readonly string[]
  notHosts: readonly string[]
}

/** The private keys of an alias: the last one to expire, or the last one that was made. */
export interface KeyFacts {
  kind: 'keyExpires'
  type: string
  alias: string
  workerId: string
  /** Null: it is old, but does not expire soon. */
  expires: At | null
  made: At
  hosts: number
  lastPoll: At | null
}

/** A deployment whose alias is not polled. */
export interface IdleDeploymentFacts {
  kind: 'deploymentIdle'
  type: string
  alias: string
  worker: string
  workerId: string
  deployment: DeploymentPlace
  tag: string
  replicas: number
  lastPoll: At | null
}

/** Deployments whose changes do not reach the Git repository of Flux. */
export interface GitFacts {
  kind: 'gitRefuses'
  /** How many, and the one that waits longest; null: it was deleted. */
  count: number
  deployment: DeploymentPlace | null
  /** In the words of the repository, or why it cannot be reached. */
  reason: string
}

/** Messages of an alert rule that do not arrive at one of its addresses, which is named only by its kind. */
export interface DeliveryFacts {
  kind: 'deliveryFails'
  ruleId: string
  rule: string
  target: 'email' | 'webhook' | 'chat'
  error: string
  tries: number
  /** When the last message was given up. */
  at: At
}

/** Times of a schedule that no platform was there for. */
export interface MissedScheduleFacts {
  kind: 'scheduleMissed'
  schedule: string
  appId: string
  app: string
  planId: string
  plan: string
  count: number
  /** The first and the last of them, and the one that was started afterwards. */
  from: At
  to: At
  instead: At | null
}

/** What the texts, links and actions of an item are written from. */
export type AttentionFacts =
  | FailureFacts
  | QueueFacts
  | QueueServiceFacts
  | LateRunFacts
  | MissedScheduleFacts
  | KeyFacts
  | IdleDeploymentFacts
  | GitFacts
  | DeliveryFacts
