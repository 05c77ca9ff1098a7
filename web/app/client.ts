import { cacheExchange } from '@urql/exchange-graphcache'
import { persistedExchange } from '@urql/exchange-persisted'
import { Client, fetchExchange, mapExchange, subscriptionExchange, type CombinedError } from 'urql'
import { accountCache as account } from '../domains/account/cache.ts'
import { appCache as apps } from '../domains/apps/cache.ts'
import { attentionCache as attention } from '../domains/attention/cache.ts'
import { backlogCache as backlog } from '../domains/backlog/cache.ts'
import { clusterCache as clusters } from '../domains/clusters/cache.ts'
import { failureCache as failures } from '../domains/failures/cache.ts'
import { hookCache as hooks } from '../domains/hooks/cache.ts'
import { scheduleCache as schedules } from '../domains/schedules/cache.ts'
import { keyCache as keys } from '../domains/keys/cache.ts'
import { planCache as plans } from '../domains/plans/cache.ts'
import { scriptCache as scripts } from '../domains/scripts/cache.ts'
import { teamCache as teams } from '../domains/teams/cache.ts'
import { viewCache as views } from '../domains/views/cache.ts'
import { workerCache as workers } from '../domains/workers/cache.ts'
import { workqueueCache as workqueues } from '../domains/workqueues/cache.ts'
import { isOutdated } from '../lib/away.ts'
import { joinCaches } from '../lib/cache.ts'
import { graphqlFetch } from '../lib/http.ts'
import { operationId } from '../lib/operation-id.ts'
import type { LiveClient } from '../realtime/live-client.ts'
import { liveBatchExchange } from '../realtime/live-batch.ts'
import { liveOrderExchange } from '../realtime/live-order.ts'

/** Pages of rows and live events have no id: the cache stores them under the query that read them. */
export const withoutIdentity = Object.fromEntries(
  [
    'WorkqueuePage',
    'TaskPage',
    'PlanPage',
    'WorkerPage',
    'ScriptPage',
    'TeamPage',
    'ClusterPage',
    'MembershipPage',
    'InvitationPage',
    'InvitationTarget',
    'InvitationLink',
    'AliasEvidence',
    'AliasResult',
    'AppStats',
    'AuditAbout',
    'AuditPage',
    'AppStatsHour',
    'ChildCounts',
    'LastGoodRun',
    'ParentTask',
    'PlanOfRun',
    'PlanGroupStats',
    'PlanOfStats',
    'PlanStats',
    'PlanStatsRun',
    'PlanTaskStats',
    'Queue',
    'QueueApp',
    'QueueDeployment',
    'QueueEvent',
    'QueueLinePlace',
    'QueueMinute',
    'QueuePause',
    'QueuePoller',
    'QueueVerdict',
    'QueueWorker',
    'ReceiptAbout',
    'SearchGroup',
    'SearchHit',
    'RanPlan',
    'RunAttempt',
    'RunOutcomes',
    'TaskAttempt',
    'TaskInputs',
    'TaskPayload',
    'UsualDuration',
    'Why',
    'WhyAction',
    'WorkqueueListEvent',
    'WorkqueueCancel',
    'MemberAdded',
    'NewPrivateKey',
    'Capabilities',
    'DeploymentChange',
    'DeploymentConfig',
    'DeploymentResources',
    'DeploymentSavePage',
    'DeploymentTagSince',
    'DeploymentPublication',
    'DeploymentWork',
    'FoundElsewhere',
    'MadeDeploymentChange',
    'QueueLastWorked',
    'ResourceAmounts',
    'EnvironmentVariable',
    'PlanRevisionPage',
    'PlanRevision',
  ].map((type) => [type, () => null]),
)

/** Returns where to go when the error says that the session has ended, else null. */
function sessionEnd(error: CombinedError): { redirectTo: string | null } | null {
  for (const { extensions } of error.graphQLErrors) {
    if (extensions.code === 'SESSION_ENDED' || extensions.code === 'UNAUTHENTICATED') {
      return { redirectTo: typeof extensions.redirectTo === 'string' ? extensions.redirectTo : null }
    }
  }
  return null
}

export interface ClientOptions {
  live: LiveClient
  /** Called whenever a response says that the session has ended. */
  onSessionEnd: (redirectTo: string | null) => void
  /** Resolves once an expired session is valid again, or to false. */
  renewed: () => Promise<boolean>
  /** Called whenever an entity was not found: also the answer to a user who no longer belongs to the account. */
  onNotFound: () => void
  /** Called whenever the gateway does not know an operation of this page, which is older than the gateway. */
  onOutdated: () => void
}

/**
 * The GraphQL client of one user in one account. Operations are sent only by their printed id, over HTTP and
 * over the socket.
 */
export function createClient({ live, onSessionEnd, renewed, onNotFound, onOutdated }: ClientOptions): Client {
  return new Client({
    url: '/graphql',
    fetch: (input, init) => graphqlFetch(input, init, renewed),
    preferGetMethod: false,
    exchanges: [
      mapExchange({
        onError(error) {
          const end = sessionEnd(error)
          if (end) onSessionEnd(end.redirectTo)
          if (error.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND')) onNotFound()
          if (isOutdated(error)) onOutdated()
        },
      }),
      cacheExchange(
        joinCaches([
          { keys: withoutIdentity },
          account,
          apps,
          attention,
          backlog,
          clusters,
          failures,
          hooks,
          keys,
          plans,
          schedules,
          scripts,
          teams,
          views,
          workers,
          workqueues,
        ]),
      ),
      liveOrderExchange,
      liveBatchExchange,
      persistedExchange({
        enforcePersistedQueries: true,
        enableForMutation: true,
        enableForSubscriptions: true,
        // The gateway answers GET /graphql with 426, because that is the address of the socket.
        preferGetForPersistedQueries: false,
        // The gateway accepts only printed operations, and refuses the id of any other.
        generateHash: (_, document) => Promise.resolve(operationId(document)),
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: (request) => ({
          subscribe: (sink) => ({
            unsubscribe: live.subscribe({ ...request, query: request.query ?? '' }, sink),
          }),
        }),
      }),
    ],
  })
}
