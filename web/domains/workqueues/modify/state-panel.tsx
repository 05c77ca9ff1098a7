import { Box, Skeleton } from '@chakra-ui/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { modifyMessages as texts } from '#shared/domains/workqueues/modify-messages.ts'
import { isJsonObject } from '#shared/lib/json-schema/schema.ts'
import { parseJsonObject } from '#web/lib/json-text.ts'
import { JsonField } from '#web/ui/editor/json-field.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { StateForm } from '../run/state-form.tsx'
import { planChoiceQuery } from '../start-operations.ts'
import { schemaOfState } from './state-schema.ts'
import type { ModifiedDefinition } from './use-modified-definition.ts'

/** The controls of values, not those that choose how they are edited. */
const FIELDS = '[data-path] :is(input, textarea, select)'

/** The initial state as fields: by the schema of the plan, or a field for each value that the run began with. */
export function StatePanel({ edited, planId }: { edited: ModifiedDefinition; planId: string | null }) {
  const [{ data, fetching }] = useQuery({
    query: planChoiceQuery,
    variables: { id: planId ?? '' },
    pause: planId === null,
  })
  const [begun] = useState(edited.stateText)
  const schema = useMemo(() => {
    const given = data?.plan.inputSchema
    if (isJsonObject(given)) return given
    const state = parseJsonObject(begun)
    return 'value' in state && Object.keys(state.value).length > 0 ? schemaOfState(state.value) : null
  }, [data, begun])
  const reads = planId !== null && fetching && !data
  const frame = useFirstFocus(!reads)
  return (
    <Panel title={texts.initialState}>
      <Box ref={frame}>
        {reads ? (
          <Skeleton height="120px" borderRadius="md" aria-label="Loading form" role="status" />
        ) : edited.definition === null ? (
          <Box color="ink.2">{texts.brokenDefinition}</Box>
        ) : schema ? (
          <StateForm
            schema={schema}
            text={edited.stateText}
            onChange={edited.changeState}
            onBegin={keepValues}
            onFaults={keepValues}
            attempts={0}
          />
        ) : (
          <Box display="grid" gap="2">
            <Box color="ink.2">{texts.noState}</Box>
            <JsonField
              label={texts.initialState}
              text={edited.stateText}
              onChange={edited.changeState}
              reason={edited.stateReason}
              height="140px"
            />
          </Box>
        )}
      </Box>
    </Panel>
  )
}

/** The state begins as it was in the run, without the defaults of the schema, and faults do not hold it up: it has run so. */
const keepValues = () => undefined

/** Puts the focus on the first value once the form is there. */
function useFirstFocus(isThere: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isThere) frame.current?.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [isThere])
  return frame
}
