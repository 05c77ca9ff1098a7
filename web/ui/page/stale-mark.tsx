import './stale-mark.css'
import { Button } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { pageMessages } from '#shared/lib/page-messages.ts'

/**
 * That what is shown is old: the one form of it in the console. For a page that says when it was read (`data-read`) it is the
 * plain moment while that is fresh: the button is the same one then, so that it keeps the focus.
 */
export function StaleMark({
  text,
  hint,
  label = pageMessages.readAgain,
  onReadAgain,
  'data-read': read,
  'data-live': live,
}: {
  text: string
  hint?: string | undefined
  /** What the button says. */
  label?: string
  onReadAgain?: (() => void) | undefined
  'data-live'?: 'stale'
  'data-read'?: 'stale' | 'fresh'
}) {
  return (
    <span className="stale-mark" data-read={read} title={hint}>
      <span role="status" data-live={live}>
        {text}
      </span>
      {onReadAgain && (
        <Button variant="plain" title={label} onClick={onReadAgain}>
          <RotateCw />
          <span>{label}</span>
        </Button>
      )}
    </span>
  )
}
