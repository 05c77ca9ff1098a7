import { Button, type ButtonProps } from '@chakra-ui/react'
import { Columns3 } from 'lucide-react'
import { tableMessages as texts } from '#shared/lib/table-messages.ts'

/** The button at the end of a table's head that opens the menu of its columns. */
export function ColumnButton(props: ButtonProps) {
  return (
    <Button size="xs" variant="ghost" px="1" aria-label={texts.columns} title={texts.columns} {...props}>
      <Columns3 />
    </Button>
  )
}
