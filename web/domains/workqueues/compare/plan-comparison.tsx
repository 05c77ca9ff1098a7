import { Box, Skeleton } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { cleanDefinition } from '#shared/domains/workqueues/clean.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { formatJson } from '#web/lib/json-text.ts'
import { paths } from '#web/paths.ts'
import { CodeDiff } from '#web/ui/editor/code-diff.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { isSameJson } from '#web/lib/json-values.ts'
import { comparedPlansQuery } from './operations.ts'
import type { Both, ComparedRun } from './task-pairs.ts'

/** How the plans of two runs differ; `versions` are set where both are known and of one plan. */
export interface PlanDifference {
  same: boolean
  verdict: string
  planId: string | null
  versions: Both<number> | null
}

/** Compares what two runs were started from: the versions of their plan, and their definitions. */
export function planDifference({ left, right }: Both<ComparedRun>): PlanDifference {
  const [before, now] = [left.plan, right.plan]
  const [oldPlan, newPlan] = [left.planId ?? before?.id ?? null, right.planId ?? now?.id ?? null]
  const planId = oldPlan === newPlan ? newPlan : null
  const versions =
    planId !== null && before?.version != null && now?.version != null
      ? { left: before.version, right: now.version }
      : null
  // A restart may have changed the alias of a task; where the version is the same, that is the only change to an alias.
  const isOneVersion = versions !== null && versions.left === versions.right
  const same = isSameJson(definitionOf(left, !isOneVersion), definitionOf(right, !isOneVersion))
  const base = { planId, versions, same: same && (versions === null || isOneVersion) }
  if (versions && !isOneVersion)
    return { ...base, verdict: compareMessages.versions(versions.left, versions.right) }
  if (same) return { ...base, verdict: compareMessages.samePlan(versions?.right ?? null) }
  if (oldPlan !== null && newPlan !== null && planId === null)
    return { ...base, verdict: compareMessages.anotherPlan }
  return { ...base, verdict: compareMessages.definitionDiffers }
}

/** The tasks of a run as its definition has them, without what the tabs beside compare. */
function definitionOf(run: ComparedRun, withAliases: boolean): JsonObject {
  const { tasks, errorTasks, firstTasks, outputsDef } = cleanDefinition(run)
  const definition = { tasks: tasks ?? [], errorTasks, firstTasks, outputsDef }
  const withoutAlias = (task: Json) => Object.assign({}, task, { alias: null })
  const shown = Object.entries(definition).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  )
  const object = Object.fromEntries(shown) as JsonObject
  return withAliases ? object : { ...object, tasks: (object['tasks'] as Json[]).map(withoutAlias) }
}

/** The plan in both runs: the differing lines of its two versions, or of the definitions that ran. */
export function PlanComparison({
  runs,
  difference,
}: {
  runs: Both<ComparedRun>
  difference: PlanDifference
}) {
  const { planId, versions, same } = difference
  const isOther = versions !== null && versions.left !== versions.right
  const [{ data, fetching, error }] = useQuery({
    query: comparedPlansQuery,
    variables: { id: planId ?? '', left: versions?.left ?? 0, right: versions?.right ?? 0 },
    pause: !isOther,
  })
  // A version that was deleted with its history leaves what ran.
  const texts = useMemo(() => {
    const [left, right] =
      data && !error
        ? [data.left, data.right]
        : [definitionOf(runs.left, true), definitionOf(runs.right, true)]
    return { left: formatJson(left), right: formatJson(right) }
  }, [data, error, runs.left, runs.right])
  if (same)
    return (
      <Box p="3.5" color="ink.2">
        {compareMessages.samePlanText}{' '}
        {planId !== null && <TextLink to={paths.plan(planId)}>{compareMessages.openPlan}</TextLink>}
      </Box>
    )
  if (isOther && fetching)
    return <Skeleton height="240px" m="3.5" role="status" aria-label={compareMessages.loadingPlan} />
  return <CodeDiff label={compareMessages.planTab} language="json" {...texts} />
}
