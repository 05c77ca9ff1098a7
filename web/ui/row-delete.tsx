import { Button } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'

/** The way to delete one row of a table; `name` says which, for screen readers. */
export function RowDelete({ name, onClick }: { name: string; onClick(): void }) {
  return (
    <Button size="sm" variant="ghost" data-danger aria-label={`Delete: ${name}`} onClick={onClick}>
      <Trash2 />
      Delete
    </Button>
  )
}
