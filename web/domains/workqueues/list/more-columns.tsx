import { Box } from '@chakra-ui/react'
import { listColumns, type RunColumn } from '#shared/domains/workqueues/list-columns.ts'
import type { KeyInput } from '#shared/domains/workqueues/key-inputs.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { oneLine } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { RunInputs } from './run-cells.tsx'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

type Render = Column<WorkqueueListRow>['render']

const more = (key: RunColumn, width: string, render: Render): Column<WorkqueueListRow> => ({
  key,
  header: listColumns[key],
  width,
  optional: true,
  fixed: true,
  muted: true,
  render,
})

const line = (text: string | null | undefined) =>
  text ? (
    <Box as="span" display="block" title={text} {...oneLine}>
      {text}
    </Box>
  ) : null

/** Columns of the run list that a user adds. */
export const moreColumns = (
  inputsOf: (row: WorkqueueListRow) => readonly KeyInput[],
  notes: boolean,
): Column<WorkqueueListRow>[] => [
  more('id', '210px', (row) => (
    <Box as="span" fontFamily="mono" textStyle="xs">
      {row.id}
    </Box>
  )),
  more('plan', '90px', ({ planId, plan }) =>
    planId === null ? null : (
      <TextLink to={paths.plan(planId)}>{plan?.version ? `v${plan.version}` : listColumns.plan}</TextLink>
    ),
  ),
  more('tags', '140px', ({ tags }) => line(tags.join(', '))),
  more('inputs', '180px', (row) => <RunInputs inputs={inputsOf(row)} />),
  more('by', '150px', ({ createdBy }) => line(createdBy)),
  more('started', '120px', ({ started }) => started && <RelativeTime value={started} />),
  more('ended', '120px', ({ ended }) => ended && <RelativeTime value={ended} />),
  more('restarts', '80px', ({ restarts }) => (restarts ? String(restarts) : null)),
  ...(notes ? [more('note', '180px', ({ note }) => line(note?.text))] : []),
]
