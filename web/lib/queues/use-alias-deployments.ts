import { useMemo } from 'react'
import { useFeature } from '../features.ts'
import type { ResultOf } from '../graphql.ts'
import { aliasDeploymentsQuery } from './deployments-operations.ts'
import { isBuiltinType, useRegularRead } from './use-queues.ts'

/** A deployment that runs an alias. */
export type RunningDeployment = ResultOf<typeof aliasDeploymentsQuery>['aliasDeployments'][number]

const none: readonly RunningDeployment[] = []

/**
 * The deployments that run an alias, read every 10 seconds while the tab is visible. None for tasks that the platform executes
 * itself, and on a platform that does not tell them; undefined until they are read.
 */
export function useAliasDeployments(
  queue: { type: string; alias: string } | null,
): readonly RunningDeployment[] | undefined {
  const isTold = useFeature('deployments')
  const { type = '', alias = '' } = queue ?? {}
  const asked = isTold && type !== '' && alias !== '' && !isBuiltinType(type)
  const variables = useMemo(() => ({ type, alias }), [type, alias])
  const { data, failing } = useRegularRead(aliasDeploymentsQuery, variables, asked)
  if (!asked || (failing && !data)) return none
  return data?.aliasDeployments
}
