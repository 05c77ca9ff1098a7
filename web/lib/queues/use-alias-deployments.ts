import { useMemo } from 'react'
import { useFeature } from '../features.ts'
import type { ResultOf } from '../graphql.ts'
import { aliasDeploymentsQuery } from './deployments-operations.ts'
import { isBuiltinType, useRegularRead } from './use-queues.ts'

/** A deployment that runs an alias. */
export type RunningDeployment = ResultOf<typeof aliasDeploymentsQuery>['aliasDeployments'][number]

const none: readonly RunningDeployment[] = []

/**
 * The deployments that run an alias, read every 10 seconds while the tab is visible. None until they are read, for tasks
 * that the platform executes itself, and on a platform that does not tell them.
 */
export function useAliasDeployments(
  queue: { type: string; alias: string } | null,
): readonly RunningDeployment[] {
  const isTold = useFeature('deployments')
  const { type = '', alias = '' } = queue ?? {}
  const asked = isTold && type !== '' && alias !== '' && !isBuiltinType(type)
  const variables = useMemo(() => ({ type, alias }), [type, alias])
  const { data } = useRegularRead(aliasDeploymentsQuery, variables, asked)
  return (asked && data?.aliasDeployments) || none
}
