import { Menu } from '@chakra-ui/react'
import { Download, Link2, Pencil } from 'lucide-react'
import { EXPORT_PATH, MAX_EXPORTED, listColumns } from '#shared/domains/workqueues/list-columns.ts'
import { workqueueListMessages as texts } from '#shared/domains/workqueues/list-messages.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import type { PageAction } from '#web/ui/page/page-head.tsx'
import type { WorkqueueListVariables } from '../operations.ts'

export interface ListMenuProps {
  variables: WorkqueueListVariables
  /** Keys of the shown columns. */
  columns: readonly string[]
  total: number
  more: boolean
  /** Of the page, where it has no room for their buttons. */
  actions: readonly PageAction[]
}

/** The address of the file with all rows that match, with these columns. */
function exportAddress(variables: WorkqueueListVariables, columns: readonly string[]): string {
  const { page: _page, perPage: _perPage, sort: _sort, ...filters } = variables
  const known = columns.filter((column) => Object.hasOwn(listColumns, column))
  const given = Object.entries({ ...filters, columns: known }).filter(
    ([, value]) => value !== null && value !== undefined && String(value) !== '',
  )
  return `${EXPORT_PATH}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}

/** What is done with the whole list: its rows as a file, its address; and the actions of the page. */
export function ListMenuItems({ variables, columns, total, more, actions }: ListMenuProps) {
  const rows = `${Math.min(total, MAX_EXPORTED).toLocaleString('en')}${more || total > MAX_EXPORTED ? '+' : ''}`
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href)
    toast.success(texts.linkCopied)
  }
  return (
    <>
      {actions.map(({ label, onSelect }) => (
        <Menu.Item key={label} value={label} onSelect={onSelect}>
          <Pencil size={16} />
          {label}
        </Menu.Item>
      ))}
      <Menu.Item value="csv" asChild>
        <a href={exportAddress(variables, columns)} download>
          <Download size={16} />
          {texts.exportCsv}
          <Menu.ItemCommand>{texts.exportRows(rows)}</Menu.ItemCommand>
        </a>
      </Menu.Item>
      <Menu.Item value="link" onSelect={() => void copy()}>
        <Link2 size={16} />
        {texts.copyLink}
      </Menu.Item>
    </>
  )
}
