import { lazy, Suspense, useEffect, useState } from 'react'
import { copyMessages as texts, type CopyKind } from '#shared/lib/copy-messages.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { useKeys } from '#web/lib/use-keys.ts'
import { copiedText, type CopySubject, copySubjectAt } from '#web/lib/copy/copy-subject.ts'
import { copyText } from '#web/ui/display/copy-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

// Loaded when the first one is opened.
const CopyMenu = lazy(async () => ({ default: (await loadPart(() => import('./copy-menu.tsx'))).CopyMenu }))

/** Copies id, link or call of the row with the focus, else of the page: by key, and by the menu of a `CopyHandle`. */
export function CopyKeeper() {
  const { state } = useSession()
  const accountId = state.phase === 'known' ? signedInUser(state.view)?.account?._id : undefined
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy-open]') : null
      if (button) setOpener(button)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  const copy = async (kind: CopyKind, subject: CopySubject) => {
    if (await copyText(copiedText(kind, subject, accountId))) toast.success(texts.done[kind])
    else toast.error(texts.refused)
  }
  const copyFocused = (kind: CopyKind) => {
    const subject = copySubjectAt(document.activeElement)
    if (subject) void copy(kind, subject)
    return subject !== null
  }
  useKeys({
    'y i': () => copyFocused('id'),
    'y l': () => copyFocused('link'),
    'y c': () => copyFocused('curl'),
  })
  if (!opener) return null
  const close = () => {
    // It is shown only while its row has the focus.
    opener.focus()
    setOpener(null)
  }
  return (
    <Suspense>
      <CopyMenu
        opener={opener}
        onCopy={(kind) => {
          const subject = copySubjectAt(opener)
          if (subject) void copy(kind, subject)
        }}
        onClose={close}
      />
    </Suspense>
  )
}
