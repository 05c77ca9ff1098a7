import './copy-handle.css'
import { Copy } from 'lucide-react'
import { copyMessages } from '#shared/lib/copy-messages.ts'

/**
 * The button that opens the menu of what can be copied of the element around it (see `copyAttributes`). The shell has one
 * menu for all of them, so that a row costs no menu of its own.
 */
export function CopyHandle({ name }: { name: string }) {
  return (
    <button
      type="button"
      data-copy-open
      aria-label={copyMessages.of(name)}
      aria-haspopup="menu"
      title={copyMessages.hint}
    >
      <Copy size={14} aria-hidden />
    </button>
  )
}
