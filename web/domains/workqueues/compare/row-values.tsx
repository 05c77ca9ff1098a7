import { Box, Grid } from '@chakra-ui/react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { type Payload, usePayload } from '#web/domains/tasks/use-handed-out.ts'
import { resolvedInputs, resultOf } from './divergence.ts'
import { JsonComparison } from './json-comparison.tsx'
import type { ComparedRow } from './task-differences.ts'
import type { Both, ComparedRun } from './task-pairs.ts'

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
