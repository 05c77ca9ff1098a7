import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery, type Client } from 'urql'
import type { Complete } from '#web/ui/editor/completions.ts'
import type { InputsByType } from '#web/lib/queues/use-task-inputs.ts'
import { usePlanHealth } from '../health/use-plan-health.ts'
import { definitionTypesQuery, planNamesQuery, typeAliasesQuery, variableNamesQuery } from '../operations.ts'
import { completionsAt, type KnownNames } from './completion.ts'
import { readDefinition, type Outline } from './definition-text.ts'

/** Apps whose variables are proposed: those in which the plan ran last. */
const MAX_APPS = 3
/** A shorter text is read at once where something is proposed, for a longer one what was read of it last. */
const READ_AT_ONCE = 200_000

/** The task types of the account; null until they are read. */
export function useTaskTypes(): readonly string[] | null {
  const [{ data }] = useQuery({ query: definitionTypesQuery })
  return data?.taskTypes ?? null
}

/** Proposes what the text of a plan may name. Names are read when the first one is asked for. */
export function useCompletion(
  planId: string,
  now: { types: readonly string[] | null; inputs: InputsByType | null; outline: Outline | null },
): Complete {
  const client = useClient()
  const apps = useLastApps(planId)
  const [names] = useState(() => createNames(client))
  const latest = useRef({ ...now, apps })
  useLayoutEffect(() => {
    latest.current = { ...now, apps }
  })
  return useMemo(
    (): Complete => async (text, offset) => {
      const { types, inputs, outline: read, apps: ranIn } = latest.current
      const definition = read && text.length > READ_AT_ONCE ? read : readDefinition(text)
      const [variables, plans] = await Promise.all([names.variables(ranIn), names.plans()])
      return completionsAt(text, offset, definition, {
        types: types ?? [],
        inputs: inputs ?? {},
        variables,
        plans: plans.filter(({ id }) => id !== planId),
        aliasesOf: names.aliasesOf,
      })
    },
    [names, planId],
  )
}

/** The apps of the newest runs of the plan, on a platform that tells them. */
function useLastApps(planId: string): readonly string[] {
  const health = usePlanHealth([planId]).of.get(planId)
  return useMemo(() => {
    const apps = new Set(health?.runs.flatMap(({ appId }) => appId ?? []))
    return [...apps].slice(0, MAX_APPS)
  }, [health])
}

/** Reads names, each once; what cannot be read is not proposed. */
function createNames(client: Client) {
  return {
    async plans(): Promise<KnownNames['plans']> {
      const { data } = await client.query(planNamesQuery, {}).toPromise()
      return data?.plans.rows ?? []
    },
    async aliasesOf(type: string): Promise<readonly string[]> {
      if (type === '') return []
      const { data } = await client.query(typeAliasesQuery, { type }).toPromise()
      return data?.taskAliases ?? []
    },
    async variables(apps: readonly string[]): Promise<readonly string[]> {
      const read = apps.map((appId) => client.query(variableNamesQuery, { appId }).toPromise())
      const found = (await Promise.all(read)).flatMap(({ data }) => data?.app.variables ?? [])
      return [...new Set(found.map(({ name }) => name))].toSorted()
    },
  }
}
