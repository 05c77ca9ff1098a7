import { Box, Grid, Skeleton } from '@chakra-ui/react'
import { useQuery } from 'urql'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { useFeature } from '#web/lib/features.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { taskPayloadQuery } from '#web/domains/tasks/attempt-operations.ts'
import { resolvedInputs, resultOf } from './divergence.ts'
import type { HandedOut } from './likely-causes.ts'
import type { ComparedRow } from './task-differences.ts'
import type { Both, ComparedRun, ComparedTask } from './task-pairs.ts'

// Loaded when the first row is opened.
const JsonComparison = lazyPart(
  async () => (await import('./json-comparison.tsx')).JsonComparison,
  () => <Skeleton m="3.5" height="72px" />,
)

interface Payload {
  inputs: JsonObject | null
  outputs: JsonObject | null
}

const asObject = (value: unknown) => (value ?? null) as JsonObject | null

/** What the latest attempt of a task was given and gave back; null where the platform does not tell, and before it is read. */
function usePayload(task: ComparedTask | null): Payload | null {
  const offered = useFeature('payloads')
  const id = task?.id ?? ''
  // An attempt of a task that runs again has another payload.
  const attempt = task?.attempt ?? null
  const pause = !offered || task === null || task.queued === null
  const [{ data, operation }] = useQuery({ query: taskPayloadQuery, variables: { taskId: id }, pause })
  const answer = pause || operation?.variables.taskId !== id ? undefined : data?.taskPayload
  if (!answer || (answer.attempt !== null && attempt !== null && answer.attempt < attempt)) return null
  return { inputs: asObject(answer.resolved), outputs: asObject(answer.outputs) }
}

/** The inputs that a task of both runs was handed. */
export function useHandedOut(row: ComparedRow | null): HandedOut {
  const left = usePayload(row?.left ?? null)
  const right = usePayload(row?.right ?? null)
  return { left: left?.inputs ?? null, right: right?.inputs ?? null }
}

/** Inputs and result of a task in both runs, compared by key. */
export function RowValues({ row, runs }: { row: ComparedRow; runs: Both<ComparedRun> }) {
  const payloads = { left: usePayload(row.left), right: usePayload(row.right) }
  const known = (side: 'left' | 'right'): Payload | null => {
    const task = row[side]
    if (!task) return null
    const payload = payloads[side]
    return {
      inputs: payload?.inputs ?? resolvedInputs(task, runs[side]),
      outputs: payload?.outputs ?? (task.status === 'ended' ? resultOf(task, runs[side]) : null),
    }
  }
  const [left, right] = [known('left'), known('right')]
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      gap="3.5"
      p="3.5"
      bg="bg"
      whiteSpace="normal"
    >
      {(['inputs', 'outputs'] as const).map((kind) => (
        <Box key={kind} minW="0">
          <Box as="h3" textStyle="xs" fontWeight="semibold" mb="1" color="ink.2">
            {compareMessages[kind === 'inputs' ? 'inputsTitle' : 'resultTitle']}
          </Box>
          <Box
            borderWidth="1px"
            borderRadius="md"
            bg="surface"
            color="ink"
            maxH="320px"
            overflowY="auto"
            tabIndex={0}
            role="group"
            aria-label={compareMessages[kind === 'inputs' ? 'inputsTitle' : 'resultTitle']}
          >
            <JsonComparison
              label={`${compareMessages[kind === 'inputs' ? 'inputsTitle' : 'resultTitle']}: ${row.name}`}
              left={left?.[kind] ?? undefined}
              right={right?.[kind] ?? undefined}
            />
          </Box>
        </Box>
      ))}
    </Grid>
  )
}
