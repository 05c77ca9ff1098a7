import { Box, Button, chakra, Grid } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { newEnvironmentRow, type EnvironmentRow } from './deployment-form-values.ts'
import { variableColumns, VariableFields } from './variable-fields.tsx'
import type { FieldFaults } from './use-deployment-submit.ts'

/** The environment variables: keys and masked values. A new row gets the focus. */
export function EnvironmentTable({
  rows,
  faults,
  reveal,
  onChange,
}: {
  rows: EnvironmentRow[]
  faults: FieldFaults
  reveal(name: string): Promise<string | null>
  onChange(rows: EnvironmentRow[]): void
}) {
  const addedId = useRef<string | null>(null)
  const table = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (addedId.current === null || rows.at(-1)?.id !== addedId.current) return
    addedId.current = null
    table.current?.lastElementChild?.querySelector('input')?.focus()
  }, [rows])
  const add = () => {
    const row = newEnvironmentRow()
    addedId.current = row.id
    onChange([...rows, row])
  }
  const remove = (id: string) => {
    onChange(rows.filter((row) => row.id !== id))
    addButton.current?.focus()
  }
  return (
    <Panel
      title={texts.environment}
      aside={
        <IfMayChange>
          <Button ref={addButton} size="sm" onClick={add}>
            <Plus />
            {texts.addVariable}
          </Button>
        </IfMayChange>
      }
    >
      {rows.length === 0 ? (
        <Box color="ink.2" textAlign="center" py="4">
          {texts.noEnvironment}
        </Box>
      ) : (
        <>
          <Grid
            aria-hidden
            data-field-heads
            hideBelow="sm"
            templateColumns={variableColumns}
            gap="2"
            mb="1.5"
            textStyle="xs"
            fontWeight="medium"
            color="ink.2"
          >
            <span>{texts.key}</span>
            <span>{texts.value}</span>
          </Grid>
          <chakra.ul ref={table} display="grid" gap={{ base: '4', sm: '2.5' }} listStyleType="none">
            {rows.map((row, index) => (
              <chakra.li key={row.id}>
                <VariableFields
                  row={row}
                  number={index + 1}
                  fault={faultOf(row, rows) ?? faults[`environment/${row.key.trim()}`]}
                  reveal={reveal}
                  onChange={(next) => onChange(rows.map((each) => (each.id === row.id ? next : each)))}
                  onRemove={() => remove(row.id)}
                />
              </chakra.li>
            ))}
          </chakra.ul>
        </>
      )}
    </Panel>
  )
}

/**
 * Of two rows with the same name only the last would count: the others show a fault before the form is sent.
 */
function faultOf(row: EnvironmentRow, rows: readonly EnvironmentRow[]): string | undefined {
  const name = row.key.trim()
  const last = rows.findLast((each) => each.key.trim() === name)
  return name !== '' && last !== row ? texts.variableTwice : undefined
}
