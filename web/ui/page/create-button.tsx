import { Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { IfMayChange } from '#web/lib/rights.tsx'
import { NEW_HASH } from '#web/paths.ts'

/**
 * The button of a list that opens the dialog of a new entry, for users who may change something. An address that ends
 * with `NEW_HASH` opens the dialog at once.
 */
export function CreateButton({
  label,
  dialog: Dialog,
}: {
  label: string
  dialog: ComponentType<{ open: boolean; onClose(): void }>
}) {
  const [open, setOpen] = useState(useLocation().hash === NEW_HASH)
  return (
    <IfMayChange>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {label}
      </Button>
      {/* A new key resets the fields at every opening. */}
      <Dialog key={String(open)} open={open} onClose={() => setOpen(false)} />
    </IfMayChange>
  )
}
