import { Box, Grid } from '@chakra-ui/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { planEditorMessages as texts } from '#shared/domains/plans/editor-messages.ts'
import { useTaskInputs } from '#web/lib/queues/use-task-inputs.ts'
import { PHONE_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { Segments } from '#web/ui/form/segments.tsx'
import { taskAround } from '../editor/definition-text.ts'
import { useChecked } from '../editor/use-checked.ts'
import { useTaskTypes } from '../editor/use-known-names.ts'
import { PlanEditor, type ShownPart } from './plan-editor.tsx'
import { PlanGraph } from './plan-graph.tsx'
import type { PlanDetail, PlanText } from './use-plan-text.ts'

const views = [
  { value: 'definition', label: texts.definition },
  { value: 'workflow', label: texts.workflow },
] as const

/**
 * The text of a plan beside its graph; in a narrow window one of them at a time (`?view=`). A node selects the text of its
 * task, and the cursor marks the node of the task that it is in.
 */
export function PlanWorkspace({ plan, edited }: { plan: PlanDetail; edited: PlanText }) {
  const isNarrow = useNarrowerThan(WIDE_PX)
  const [address, setAddress] = useSearchParams()
  // A phone is for reading: it opens on what the plan does.
  const usual = useNarrowerThan(PHONE_PX) ? 'workflow' : 'definition'
  const view = views.find(({ value }) => value === address.get('view'))?.value ?? usual
  const types = useTaskTypes()
  const inputs = useTaskInputs()
  const checked = useChecked(edited.text, types, inputs)
  const [show, setShow] = useState<ShownPart | null>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const task = caret === null ? null : taskAround(checked?.tasks ?? [], caret)
  const choose = (next: (typeof views)[number]['value']) =>
    setAddress(
      (query) => {
        if (next === usual) query.delete('view')
        else query.set('view', next)
        return query
      },
      { replace: true },
    )
  // Where a task is in the text is known a moment after the graph is drawn: a node that is pressed before waits for it.
  const [asked, setAsked] = useState<string | null>(null)
  const partOf = (task: string) => checked?.tasks.find(({ name }) => name === task)
  const showPart = ({ offset, length }: ShownPart) => {
    setCaret(offset)
    setShow({ offset, length })
  }
  if (asked !== null && checked) {
    const part = partOf(asked)
    setAsked(null)
    if (part) showPart(part)
  }
  const showTask = (name: string) => {
    const part = partOf(name)
    if (part) showPart(part)
    else if (checked) return
    else setAsked(name)
    if (isNarrow) choose('definition')
  }
  const editor = (
    <PlanEditor
      plan={plan}
      edited={edited}
      types={types}
      inputs={inputs}
      checked={checked}
      show={show}
      onShow={setShow}
      onCaret={setCaret}
    />
  )
  const graph = (
    <PlanGraph name={plan.name} text={edited.text} selected={task?.name ?? null} onSelect={showTask} />
  )
  if (!isNarrow)
    return (
      <Grid templateColumns="minmax(0, 1fr) minmax(0, 1fr)" gap="3.5" minH={height}>
        {editor}
        {graph}
      </Grid>
    )
  return (
    <Box>
      <Box display="flex" mb="3">
        <Segments label={texts.view} options={views} value={view} onChange={choose} />
      </Box>
      <Grid minH={height}>{view === 'definition' ? editor : graph}</Grid>
    </Box>
  )
}

/** The rest of the window below the head of the page. */
const height = 'max(440px, calc(100dvh - 272px))'
