import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { MoreRows } from '../more-rows.tsx'
import type { SummaryRead, SummaryTask } from './use-summary.ts'

/** Rows rendered at first: a day may have thousands. */
const WINDOW = 100

/** The tasks of one tab. */
export function SummaryTable({
  label,
  columns,
  read,
}: {
  label: string
  columns: Column<SummaryTask>[]
  read: SummaryRead
}) {
  const [drawn, setDrawn] = useState(WINDOW)
  const tasks = read.data?.tasksSummary ?? []
  const left = tasks.length - drawn
  return (
    <DataTable
      label={`${label} tasks`}
      columns={columns}
      rows={tasks.slice(0, drawn)}
      rowId={(task) => task.id}
      loading={!read.current && !read.failure}
      failed={
        read.failure && (
          <FailedState message={failText(taskMessages.loadListFailed, read.failure)} onRetry={read.reread} />
        )
      }
      empty={<EmptyState icon={<ListChecks size={20} />} title={taskMessages.noResults} />}
      footer={left > 0 && <MoreRows step={WINDOW} left={left} onMore={() => setDrawn(drawn + WINDOW)} />}
    />
  )
}
