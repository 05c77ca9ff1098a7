import { Box, Grid } from '@chakra-ui/react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { DefinitionFaults } from '#web/ui/feedback/definition-faults.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { PlanDetail, PlanText } from './use-plan-text.ts'

/** The whole plan as JSON, and its faults beside it. */
export function PlanEditor({
  plan,
  edited,
  faults,
  show,
}: {
  plan: PlanDetail
  edited: PlanText
  faults: string[]
  /** Offset of the text to bring into view. */
  show: { offset: number } | null
}) {
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        lg: faults.length > 0 ? 'minmax(0, 1fr) 320px' : undefined,
      }}
      gap="3.5"
      alignItems="start"
    >
      <Panel title="Definition" aside={<SavedNote plan={plan} />} padded={false}>
        <Box css={withinPanel}>
          <CodeEditor
            label={`Definition of ${plan.name}`}
            language="json"
            height="min(640px, 70vh)"
            value={edited.text}
            onChange={edited.change}
            show={show}
          />
        </Box>
      </Panel>
      {faults.length > 0 && (
        <Box order={{ base: -1, lg: 0 }}>
          <DefinitionFaults outcome={planMessages.notSaved} faults={faults} />
        </Box>
      )}
    </Grid>
  )
}

/** The panel has the border, so the editor has none. */
const withinPanel = { '& > div': { borderWidth: '0', borderTopRadius: '0' } }

/** The stored version, when and by whom it was saved; parts that the platform does not send are left out. */
function SavedNote({ plan }: { plan: Pick<PlanDetail, 'version' | 'updated' | 'updatedBy'> }) {
  const { version, updated, updatedBy } = plan
  return (
    <Box as="span" textStyle="xs" overflowWrap="anywhere">
      {version !== null && `Version ${version}`}
      {version !== null && updated !== null && ', '}
      {updated !== null && (
        <>
          saved <RelativeTime value={updated} />
        </>
      )}
      {updatedBy !== null && ` by ${updatedBy}`}
    </Box>
  )
}
