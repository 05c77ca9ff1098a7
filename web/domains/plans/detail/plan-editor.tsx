import { Box, Button, Flex } from '@chakra-ui/react'
import { WandSparkles } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import { planEditorMessages as texts } from '#shared/domains/plans/editor-messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useRights } from '#web/lib/rights.tsx'
import type { InputsByType } from '#web/lib/queues/use-task-inputs.ts'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import type { EditorActions } from '#web/ui/editor/monaco-editor.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { Checked } from '../editor/check.ts'
import { useCompletion } from '../editor/use-known-names.ts'
import type { PlanDetail, PlanText } from './use-plan-text.ts'

// Loaded lazily: most plans have no problem.
const ProblemList = lazyPart(
  async () => (await import('./problem-list.tsx')).ProblemList,
  () => null,
)

/** A part of the text to bring into view; another object does that again. */
export interface ShownPart {
  offset: number
  length?: number
}

/** The whole plan as JSON with what is wrong in it. */
export function PlanEditor({
  plan,
  edited,
  types,
  inputs,
  checked,
  show,
  onShow,
  onCaret,
}: {
  plan: PlanDetail
  edited: PlanText
  types: readonly string[] | null
  inputs: InputsByType | null
  checked: Checked | null
  show: ShownPart | null
  onShow(part: ShownPart): void
  onCaret(offset: number): void
}) {
  const actions = useRef<EditorActions>(null)
  const complete = useCompletion(plan.id, { types, inputs, outline: checked })
  const problems = checked?.problems ?? none
  const { mayChange, payloadsHidden } = useRights()
  // What is not JSON is marked by the editor itself.
  const marks = useMemo(() => problems.filter(({ syntax }) => !syntax), [problems])
  return (
    <Panel title={texts.definition} aside={<SavedNote plan={plan} />} padded={false} fill>
      <Flex direction="column" flex="1" minH="0" css={withinPanel}>
        <Box flex="1" minH="240px" position="relative">
          <Box position="absolute" inset="0">
            <CodeEditor
              label={`Definition of ${plan.name}`}
              language="json"
              height="100%"
              value={edited.text}
              onChange={edited.change}
              readOnly={!mayChange}
              show={show}
              marks={marks}
              schema={checked?.schema}
              complete={complete}
              onCaret={onCaret}
              actions={actions}
            />
          </Box>
        </Box>
        <Flex
          align="center"
          justify="space-between"
          gap="3"
          px="3.5"
          minH="10"
          borderTopWidth="1px"
          borderColor="line.soft"
        >
          <Box role="status" color="ink.2">
            {payloadsHidden ? peopleMessages.payloadsHidden : statusText(checked)}
          </Box>
          {mayChange && (
            <Button
              variant="ghost"
              size="sm"
              title={texts.formatKeys}
              onClick={() => actions.current?.format()}
            >
              <WandSparkles /> {texts.format}
            </Button>
          )}
        </Flex>
        {problems.length > 0 && (
          <ProblemList problems={problems} onShow={({ offset, length }) => onShow({ offset, length })} />
        )}
      </Flex>
    </Panel>
  )
}

const none: Checked['problems'] = []

function statusText(checked: Checked | null): string {
  if (!checked) return texts.checking
  const errors = checked.problems.filter(({ severity }) => severity === 'error').length
  return texts.counted(errors, checked.problems.length - errors) || texts.noProblems
}

/** The panel has the border, so the editor has none. */
const withinPanel = { '& > div > div > div': { borderWidth: '0', borderRadius: '0' } }

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
