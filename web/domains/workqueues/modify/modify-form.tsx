import { Box } from '@chakra-ui/react'
import { SubmittedForm } from '../create/submitted-form.tsx'
import { ChangesPanel, changesText } from './changes-panel.tsx'
import { DefinitionFold } from './definition-fold.tsx'
import { StatePanel } from './state-panel.tsx'
import { useModifiedDefinition } from './use-modified-definition.ts'

/** The tab `via API` with the definition of a run: its initial state first, the whole definition below. */
export function ModifyForm({
  appId,
  runId,
  planId,
  initial,
}: {
  appId: string
  runId: string
  planId: string | null
  /** The definition as JSON text. */
  initial: string
}) {
  const edited = useModifiedDefinition(initial)
  return (
    <SubmittedForm
      appId={appId}
      draft={`definition of ${runId}`}
      text={edited.text}
      dirty={edited.dirty}
      fault={edited.stateReason}
      onRestore={edited.changeText}
      aside={<ChangesPanel changes={edited.changes} />}
      note={
        <Box color="ink.2" aria-live="polite">
          {changesText(edited.changes)}
        </Box>
      }
    >
      {(refused) => (
        <>
          <StatePanel edited={edited} planId={planId} />
          <DefinitionFold edited={edited} refused={refused} />
        </>
      )}
    </SubmittedForm>
  )
}
