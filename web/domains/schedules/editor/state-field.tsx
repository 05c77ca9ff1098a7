import { Box, Skeleton } from '@chakra-ui/react'
import { useQuery } from 'urql'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { Beginning } from '#web/domains/workqueues/run/beginning.tsx'
import { formatJson, parseJsonObject, withoutTypenames } from '#web/lib/json-text.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { JsonField } from '#web/ui/editor/json-field.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { schedulePlanQuery } from './operations.ts'

const Loading = () => (
  <Skeleton height="200px" borderRadius="md" aria-label={texts.loadingForm} role="status" />
)
const StateForm = lazyPart(
  async () => (await import('#web/domains/workqueues/run/state-form.tsx')).StateForm,
  Loading,
)

const sources = [
  { value: 'plan', label: texts.statePlan },
  { value: 'own', label: texts.stateOwn },
] as const

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the runs begin with: the initial state of the plan, or one of the schedule, by the plan's schema or as JSON. */
export function StateField({
  appId,
  planId,
  state,
  fault,
  onChange,
  onFaults,
}: {
  appId: string
  planId: string
  /** JSON; null: that of the plan. */
  state: string | null
  /** What the platform has refused. */
  fault: string | null
  onChange(state: string | null): void
  /** How many faults the schema finds in it. */
  onFaults(count: number): void
}) {
  const [{ data }] = useQuery({ query: schedulePlanQuery, variables: { id: planId } })
  const plan = data?.plan
  const own = plan ? formatJson(withoutTypenames(plan.initialState ?? {})) : '{}'
  const schema = isObject(plan?.inputSchema) ? (withoutTypenames(plan.inputSchema) as JsonObject) : null
  const parsed = parseJsonObject(state ?? own)
  return (
    <Box display="grid" gap="3">
      <Box fontWeight="semibold">{texts.initialState}</Box>
      <Box>
        <Segments
          label={texts.initialState}
          options={sources}
          value={state === null ? 'plan' : 'own'}
          onChange={(source) => onChange(source === 'plan' ? null : own)}
        />
      </Box>
      {state !== null && !plan && <Loading />}
      {state !== null && plan && (
        <>
          <Beginning
            planId={planId}
            appId={appId}
            changed={state !== own}
            onReset={() => onChange(own)}
            onState={(value) => onChange(formatJson(value))}
          />
          {schema ? (
            <StateForm
              key={planId}
              schema={schema}
              text={state}
              onChange={onChange}
              onBegin={onChange}
              onFaults={onFaults}
              attempts={0}
            />
          ) : (
            <JsonField
              label={texts.initialState}
              text={state}
              onChange={onChange}
              height="180px"
              reason={'reason' in parsed ? parsed.reason : null}
            />
          )}
        </>
      )}
      {fault && (
        <Box role="alert" color="danger" overflowWrap="anywhere">
          {fault}
        </Box>
      )}
    </Box>
  )
}
