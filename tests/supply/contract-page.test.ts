import { expect, test } from 'vitest'
import { z } from 'zod'
import { receipt, bulkBody, bulkResult } from '#shared/bulk/contract.ts'
import {
  auditEntry,
  auditFilters,
  invitationJoined,
  invitationSignedIn,
  membership,
} from '#shared/domains/account/contract.ts'
import { appFilters, appToken, appVariable, appWithSecrets } from '#shared/domains/apps/contract.ts'
import { cluster, clusterFilters } from '#shared/domains/clusters/contract.ts'
import { deployment, deploymentFilters } from '#shared/domains/clusters/deployment.ts'
import { failureFilters, failureGroup, failureTask } from '#shared/domains/failures/contract.ts'
import { plan, planFilters, planRevision } from '#shared/domains/plans/contract.ts'
import { script, scriptFilters } from '#shared/domains/scripts/contract.ts'
import { taskStatuses } from '#shared/domains/tasks/constants.ts'
import {
  backlogRow,
  logEntry,
  logsQuery,
  summaryQuery,
  task,
  taskDefinition,
  taskFilters,
} from '#shared/domains/tasks/contract.ts'
import { reportBody } from '#shared/domains/tasks/report.ts'
import { team, teamFilters } from '#shared/domains/teams/contract.ts'
import { view } from '#shared/domains/views/contract.ts'
import { newPrivateKey, worker, workerFilters, alias } from '#shared/domains/workers/contract.ts'
import { definition, workqueue, workqueueFilters } from '#shared/domains/workqueues/contract.ts'
import {
  appStats,
  planStats,
  planStatsQuery,
  planStatsRun,
  planTaskStats,
} from '#shared/domains/workqueues/stats-contract.ts'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { invitation, invitationFilters } from '#shared/lib/people.ts'
import { liveEvents } from '#shared/realtime/events.ts'
import { errorCatalogue } from '#server/lib/errors.ts'
import { readText } from './lock.ts'

/** The reference of the contract must name every call, field, status and error code that the code has. */
const page = readText('docs/platform-contract.md')

/** Words in code style, as `name` of `{ name, value }`. */
const codeWords = new Set(
  [...page.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    code.match(/\w+/g),
  ),
)
const missing = (words: Iterable<string>) => [...words].filter((word) => !codeWords.has(word))

const schemas: Record<string, z.ZodObject> = {
  app: appWithSecrets,
  appToken,
  appVariable,
  view,
  membership,
  invitationSignedIn,
  invitationJoined,
  invitation,
  auditEntry,
  workqueue,
  definition,
  task,
  taskDefinition,
  backlogRow,
  logEntry,
  report: reportBody,
  plan,
  planRevision,
  worker,
  alias,
  privateKey: newPrivateKey,
  script,
  team,
  cluster,
  deployment,
  receipt,
  bulkResult,
  bulkBody: bulkBody(z.object({})),
  logsQuery,
  summaryQuery,
  planStats,
  planStatsRun,
  planTaskStats,
  planStatsQuery,
  appStats,
  failureGroup,
  failureTask,
}
const filters: z.ZodObject[] = [
  appFilters,
  workqueueFilters,
  taskFilters,
  planFilters,
  workerFilters,
  scriptFilters,
  teamFilters,
  clusterFilters,
  deploymentFilters,
  auditFilters,
  invitationFilters,
  failureFilters,
]

test.each(Object.entries(schemas))('every field of %s is described', (_name, schema) => {
  expect(missing(Object.keys(schema.shape))).toEqual([])
})

test('every filter, status, event and error code is described', () => {
  const names = filters.flatMap(({ shape }) => Object.keys(shape)).filter((name) => /^\w+$/.test(name))
  expect(missing(names)).toEqual([])
  expect(missing([...workqueueStatuses, ...taskStatuses, ...liveEvents])).toEqual([])
  expect(missing(Object.keys(errorCatalogue))).toEqual([])
})

/** Described once for all plurals. */
const generic = /^(GET|POST|PUT) \w+$|^GET \w+\/(count|findOne)$|^(GET|PUT|DELETE) \w+\/\{id\}$/

test('every call of the reference is described', () => {
  const { paths } = JSON.parse(readText('docs/openapi.json')) as { paths: Record<string, object> }
  const calls = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path.slice('/api/'.length)}`),
    )
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.filter((call) => !generic.test(call) && !page.includes(`\`${call}`))).toEqual([])
})
