import { Box, chakra } from '@chakra-ui/react'
import { fieldName } from '#shared/domains/clusters/change-words.ts'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'

/** A change of one field of a deployment, as an answer or a form has it. */
export interface ShownChange {
  field: string
  /** `added`, `removed` or `changed`. */
  kind: string
  before: string | null
  after: string | null
}

/** What changes in a deployment, field by field; of secrets only that they do. */
export function DeploymentChanges({
  changes,
  label,
  noteOf,
}: {
  changes: readonly ShownChange[]
  label: string
  /** What is said after a change: when and by whom it was made. */
  noteOf?(change: ShownChange, place: number): string
}) {
  return (
    <chakra.dl
      aria-label={label}
      display="grid"
      gridTemplateColumns="minmax(0, auto) minmax(0, 1fr)"
      columnGap="4"
      rowGap="1"
      overflowWrap="anywhere"
    >
      {changes.map((change, place) => (
        <Box key={change.field} display="contents" data-change={change.field}>
          <chakra.dt color="ink.2" maxW={{ base: '140px', sm: '300px' }}>
            {fieldName(change.field)}
          </chakra.dt>
          <chakra.dd minW="0">
            <Values {...change} />
            {noteOf && (
              <Box as="span" color="ink.2" ms="2" fontVariantNumeric="tabular-nums">
                {noteOf(change, place)}
              </Box>
            )}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  )
}

function Values({ kind, before, after }: ShownChange) {
  if (before === null && after === null) return <chakra.strong fontWeight="semibold">{kind}</chakra.strong>
  return (
    <Box as="span" textStyle="mono">
      {before || texts.empty} <span aria-label={texts.became}>→</span>{' '}
      <chakra.strong fontWeight="semibold">{after || texts.empty}</chakra.strong>
    </Box>
  )
}
