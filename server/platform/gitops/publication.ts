import { sql } from 'kysely'
import type { DeploymentPublication, FoundElsewhere } from '#shared/domains/clusters/gitops-contract.ts'
import { filePath, type PublishedRow } from './record.ts'

/** What a query of `deployments` selects for its publication; dates are texts. */
export interface PublicationColumns {
  blocked: string | null
  refused: string | null
  since: string | null
  nextTry: string | null
  commit: string | null
  at: string | null
  found: FoundElsewhere | null
  changes: number
  fault: string | null
  faultSince: string | null
  faultNext: string | null
}

/** For a select on `deployments`: null before the deployment is recorded. */
export const publicationColumns = () => sql<PublicationColumns | null>`(
  select json_build_object('blocked', f.blocked, 'refused', f.refused, 'since', f.refused_since, 'nextTry', f.next_try,
    'commit', f.commit, 'at', f.published, 'found', f.found,
    'changes', (select count(*) from gitops_changes c where c.deployment_id = f.deployment_id),
    'fault', r.fault, 'faultSince', r.failing_since, 'faultNext', r.next_try)
  from gitops_files f left join gitops_remote r on r.id = 1 where f.deployment_id = deployments.id)`

/** The `gitops` of a deployment. */
export function wirePublication(
  row: Pick<PublishedRow, 'id' | 'cluster_id'>,
  columns: PublicationColumns | null,
): DeploymentPublication {
  const path = filePath(row)
  if (columns === null)
    return { state: 'pending', path, changes: 1, commit: null, at: null, ...noFault, found: null }
  const { blocked, refused, changes, commit, found } = columns
  const known = { path, changes, commit, at: moment(columns.at), found }
  if (blocked !== null) return { ...known, ...noFault, state: 'refused', reason: blocked }
  if (refused !== null)
    return {
      ...known,
      state: 'refused',
      reason: refused,
      since: moment(columns.since),
      nextTry: moment(columns.nextTry),
    }
  if (changes === 0 && commit !== null) return { ...known, ...noFault, state: 'published' }
  return {
    ...known,
    state: 'pending',
    reason: columns.fault,
    since: moment(columns.faultSince),
    nextTry: moment(columns.faultNext),
  }
}

const noFault = { reason: null, since: null, nextTry: null }

const moment = (text: string | null) => text && new Date(text).toISOString()
