import { Box } from '@chakra-ui/react'
import { FileCode } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { failuresOfTypeMessages } from '#shared/domains/failures/messages.ts'
import { scriptMessages } from '#shared/domains/scripts/messages.ts'
import { scriptTaskType } from '#shared/domains/scripts/rules.ts'
import { isScriptType } from '#shared/domains/tasks/constants.ts'
import { userName } from '#shared/lib/email.ts'
import { type OpenFailure, useOpenFailuresByType } from '#web/lib/failures/use-open-failures.ts'
import { useFeature } from '#web/lib/features.ts'
import { lazyDialog } from '#web/lib/parts/lazy-dialog.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { formatSearchedPaging, parseSearchedPaging } from '#web/lib/paging.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { FailingText } from '#web/ui/page/open-failures.tsx'
import { CreateButton } from '#web/ui/page/create-button.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { useListSearch } from '#web/ui/table/use-list-search.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { scriptListQuery } from './operations.ts'

const NewScriptDialog = lazyDialog(async () => (await import('./new-script-dialog.tsx')).NewScriptDialog)
/** Asks for name and team, creates the script and opens it. */
const newScript = <CreateButton label={scriptMessages.newScript} dialog={NewScriptDialog} />

type ScriptRow = ResultOf<typeof scriptListQuery>['scripts']['rows'][number]

const columns: Column<ScriptRow>[] = [
  {
    key: 'name',
    header: scriptMessages.name,
    width: '34%',
    primary: true,
    sortable: 'ascending',
    render: (script) => (
      <TextLink to={paths.script(script.id)} color="ink">
        {script.name}
      </TextLink>
    ),
  },
  {
    key: 'team',
    header: scriptMessages.team,
    width: '18%',
    card: 'start',
    render: (script) => script.teamName,
  },
  {
    key: 'description',
    header: scriptMessages.description,
    card: 'first',
    render: (script) =>
      script.description && (
        <Box as="span" color="ink.2" lineClamp={2}>
          {script.description}
        </Box>
      ),
  },
  {
    key: 'updated',
    header: scriptMessages.changed,
    width: '18%',
    card: 'end',
    muted: true,
    render: ({ updated, updatedBy }) => (
      <>
        <RelativeTime value={updated} />
        {updatedBy && (
          <Box textStyle="xs" color="ink.3" truncate title={updatedBy}>
            {scriptMessages.changedBy(userName(updatedBy))}
          </Box>
        )}
      </>
    ),
  },
]

/** The same with what the scripts are named by in plans, and why their tasks fail, where the platform runs them. */
function useScriptColumns(): Column<ScriptRow>[] {
  const runs = useFeature('scripts')
  const failures = useOpenFailuresByType()
  return useMemo(() => {
    if (!runs) return columns
    const fails = [...failures.keys()].some(isScriptType)
    const widths = fails ? besideReasons : besideNothing
    const narrower = columns.map((column): Column<ScriptRow> => ({
      ...column,
      width: widths[column.key] ?? '',
    }))
    const [name, ...others] = narrower
    return [
      ...(name ? [name] : []),
      typeColumn,
      ...others.slice(0, -1),
      failingColumn(failures, widths['failing'] ?? ''),
      ...others.slice(-1),
    ]
  }, [runs, failures])
}

type Widths = Readonly<Record<string, string>>
const besideReasons: Widths = { name: '16%', team: '10%', description: '19%', failing: '20%', updated: '13%' }
/** While nothing fails the descriptions have the room of the reasons. */
const besideNothing: Widths = { name: '16%', team: '10%', description: '31%', failing: '8%', updated: '13%' }

const typeColumn: Column<ScriptRow> = {
  key: 'type',
  header: scriptMessages.task,
  width: '22%',
  card: 'line',
  render: ({ name }) => (
    <Box as="span" textStyle="mono" color="ink.2">
      {scriptTaskType(name)}
    </Box>
  ),
}

const failingColumn = (
  failures: ReadonlyMap<string, readonly OpenFailure[]>,
  width: string,
): Column<ScriptRow> => ({
  key: 'failing',
  header: failuresOfTypeMessages.column,
  width,
  fixed: true,
  card: 'line',
  render: ({ name }) => <FailingText failures={failures.get(scriptTaskType(name))} />,
})

const parseQuery = (params: URLSearchParams) => parseSearchedPaging(params, ['name'])

/** The scripts, paged; a click on a row opens the script. */
export function ScriptListPage() {
  const [query, change] = useQueryState(parseQuery, formatSearchedPaging)
  const list = useListSearch('script', query, change)
  const navigate = useNavigate()
  const read = useLastRead(scriptListQuery, query)
  const shown = useScriptColumns()
  return (
    <>
      <PageHead
        crumbs={[]}
        title={scriptMessages.title}
        actions={
          <CreateAnother read={read} total={read.data?.scripts.total} offered={list.noMatch !== null}>
            {newScript}
          </CreateAnother>
        }
      />
      {list.field && <Box mb="3.5">{list.field}</Box>}
      <PagedTable
        label={scriptMessages.title}
        columns={shown}
        read={read}
        page={read.data?.scripts}
        rowId={(script) => script.id}
        rowLabel={(script) => script.name}
        copyOf={copied.script}
        onRowClick={(script) => void navigate(paths.script(script.id))}
        failed={scriptMessages.loadListFailed}
        empty={
          list.noMatch || (
            <EmptyState
              icon={<FileCode size={20} />}
              title={scriptMessages.emptyTitle}
              description={scriptMessages.emptyText}
              action={newScript}
            />
          )
        }
        paging={query}
        onPage={change}
      />
    </>
  )
}
