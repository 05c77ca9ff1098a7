import { Button } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { appMessages } from '../../../shared/domains/apps/messages.ts'

/** The way to delete one row of a table; `name` says which, for screen readers. */
export function RowDelete({ name, onClick }: { name: string; onClick(): void }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      data-danger
      aria-label={`${appMessages.delete}: ${name}`}
      onClick={onClick}
    >
      <Trash2 />
      {appMessages.delete}
    </Button>
  )
}
