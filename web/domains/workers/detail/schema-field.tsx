import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { JsonField } from '#web/ui/editor/json-field.tsx'

/** The editor of the schema of a worker's inputs, with what is wrong in it and what it is for. */
export function InputSchemaField({
  reason,
  ...editor
}: {
  text: string
  onChange(text: string): void
  /** Why the text is not JSON; null where it is. */
  reason: string | null
  height: string
  readOnly: boolean
}) {
  return (
    <>
      <JsonField
        {...editor}
        label={workerMessages.inputSchema}
        reason={reason}
        fault={useFault(editor.text)}
      />
      <Box mt="1.5" color="ink.2" textStyle="xs">
        {workerMessages.inputSchemaHint}
      </Box>
    </>
  )
}

type FaultOf = (text: string) => string | null

/** The fault of a schema, as soon as its check is loaded; an empty text loads none. */
function useFault(text: string): string | null {
  const [check, setCheck] = useState<{ faultOf: FaultOf } | null>(null)
  const isNeeded = check === null && text.trim() !== ''
  useEffect(() => {
    if (!isNeeded) return
    let shown = true
    loadPart(() => import('./schema-fault.ts')).then(
      ({ faultOfSchema }) => shown && setCheck({ faultOf: faultOfSchema }),
      // The platform checks it when it is saved.
      () => undefined,
    )
    return () => {
      shown = false
    }
  }, [isNeeded])
  return check?.faultOf(text) ?? null
}
