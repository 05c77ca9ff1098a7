import { Box } from '@chakra-ui/react'
import { FileCode } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { scriptMessages } from '#shared/domains/scripts/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { offersAnother, useLastRead } from '#web/lib/use-last-read.ts'
import { usePaging } from '#web/lib/paging.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/table/column.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { NewScriptButton } from './new-script-button.tsx'
import { scriptListQuery } from './operations.ts'

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
  { key: 'team', header: scriptMessages.team, width: '22%', render: (script) => script.teamName },
  {
    key: 'description',
    header: scriptMessages.description,
    render: (script) =>
      script.description && (
        <Box as="span" color="ink.2" lineClamp={2}>
          {script.description}
        </Box>
      ),
  },
]

/** The scripts, paged; a click on a row opens the script. */
export function ScriptListPage() {
  const [paging, setPaging] = usePaging(['name'])
  const navigate = useNavigate()
  const read = useLastRead(scriptListQuery, paging)
  return (
    <>
      <PageHead
        crumbs={[]}
        title={scriptMessages.title}
        actions={offersAnother(read, read.data?.scripts.total) && <NewScriptButton />}
      />
      <PagedTable
        label={scriptMessages.title}
        columns={columns}
        read={read}
        page={read.data?.scripts}
        rowId={(script) => script.id}
        onRowClick={(script) => void navigate(paths.script(script.id))}
        failed={scriptMessages.loadListFailed}
        empty={
          <EmptyState
            icon={<FileCode size={20} />}
            title={scriptMessages.emptyTitle}
            description={scriptMessages.emptyText}
            action={<NewScriptButton />}
          />
        }
        paging={paging}
        onPage={setPaging}
      />
    </>
  )
}
