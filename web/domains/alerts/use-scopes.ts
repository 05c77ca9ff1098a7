import { useMemo } from 'react'
import { useQuery } from 'urql'
import { alertScopesQuery } from './operations.ts'

/** Apps, plans and types of tasks: to choose, and to name those that rules are limited to. */
export function useScopes() {
  const [{ data }] = useQuery({ query: alertScopesQuery })
  return useMemo(() => {
    const apps = data?.apps ?? []
    const plans = data?.plans.rows ?? []
    const names = new Map([...apps, ...plans].map(({ id, name }) => [id, name]))
    return { apps, plans, types: data?.taskTypes ?? [], nameOf: (id: string) => names.get(id) ?? id }
  }, [data])
}
export type AlertScopes = ReturnType<typeof useScopes>
