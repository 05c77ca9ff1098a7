import { useMemo } from 'react'
import { useQuery } from 'urql'
import { isJsonObject } from '#shared/lib/json-schema/schema.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { useFeature } from '../features.ts'
import { taskInputsQuery } from './inputs-operations.ts'

/** The JSON Schemas of the inputs of tasks by their type. */
export type InputsByType = Readonly<Record<string, JsonObject>>

/** The inputs that tasks take, of one type or of all; null while they are not known, and on a platform that does not tell. */
export function useTaskInputs(type?: string): InputsByType | null {
  const known = useFeature('workerInputs')
  const [{ data }] = useQuery({ query: taskInputsQuery, variables: { type: type ?? null }, pause: !known })
  return useMemo(() => {
    if (!data) return null
    const stated = data.taskInputs.filter(({ inputSchema }) => isJsonObject(inputSchema as Json))
    return Object.fromEntries(stated.map((row) => [row.type, row.inputSchema as JsonObject]))
  }, [data])
}
