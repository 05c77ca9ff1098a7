import { IconButton, Menu, Portal } from '@chakra-ui/react'
import { Download, Ellipsis, Link2 } from 'lucide-react'
import { EXPORT_PATH, MAX_EXPORTED, listColumns } from '#shared/domains/workqueues/list-columns.ts'
import { workqueueListMessages as texts } from '#shared/domains/workqueues/list-messages.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import type { WorkqueueListVariables } from '../operations.ts'

/** The address of the file with all rows that match, with these columns. */
export function exportAddress(variables: WorkqueueListVariables, columns: readonly string[]): string {
  const { page: _page, perPage: _perPage, sort: _sort, ...filters } = variables
  const known = columns.filter((column) => Object.hasOwn(listColumns, column))
  const given = Object.entries({ ...filters, columns: known }).filter(
    ([, value]) => value !== null && value !== undefined && String(value) !== '',
  )
  return `${EXPORT_PATH}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}

/** What is done with the whole list: its rows as a file, its address. */
export function ListMenu({
  variables,
  columns,
  total,
  more,
}: {
  variables: WorkqueueListVariables
  /** Keys of the shown columns. */
  columns: readonly string[]
  total: number
  more: boolean
}) {
  const rows = `${Math.min(total, MAX_EXPORTED).toLocaleString('en')}${more || total > MAX_EXPORTED ? '+' : ''}`
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href)
    toast.success(texts.linkCopied)
  }
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <IconButton
          aria-label={texts.more}
          title={texts.more}
          minW={{ base: '10', sm: '8' }}
          height={{ base: '10', sm: '8' }}
          flexGrow={0}
        >
          <Ellipsis size={16} />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={texts.more}>
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
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
