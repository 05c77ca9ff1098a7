import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { sessionMessages } from '#shared/domains/account/session-messages.ts'
import { useSaveChoices } from '#web/ui/feedback/save-choices.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useSession } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import type { PaletteQuestion, PaletteDeed, PaletteEntry } from './entry.ts'
import { PaletteDialog } from './palette.tsx'

// Loaded lazily: it needs the code of actions, and most visits only open something.
const PaletteDialogs = lazyPart(
  async () => (await import('./palette-dialogs.tsx')).PaletteDialogs,
  () => null,
)

interface PaletteHostProps {
  open: boolean
  onClose(): void
  /** Shows the list of all keys. */
  onKeys(): void
}

/** The palette with what it opens and does. Stays mounted when it is closed: what it has begun goes on. */
export function PaletteHost({ open, onClose, onKeys }: PaletteHostProps) {
  const navigate = useNavigate()
  const { session } = useSession()
  const save = useSaveChoices()
  const [asked, setAsked] = useState<PaletteQuestion | null>(null)

  const chooseAccount = async (accountId: string) => {
    try {
      await session.chooseAccount(accountId)
      // The page that is open belongs to the previous account.
      await navigate(paths.apps())
    } catch (error) {
      toast.error(failText(sessionMessages.chooseAccountFailed, error))
    }
  }
  const act = (deed: PaletteDeed) => {
    if (deed.do === 'theme') void save({ theme: deed.theme })
    else if (deed.do === 'account') void chooseAccount(deed.accountId)
    else if (deed.do === 'keys') onKeys()
    else setAsked(deed)
  }
  // A dialog that opens before this one has gone would be closed with it.
  const pending = useRef<PaletteDeed | null>(null)
  const onGone = () => {
    const deed = pending.current
    pending.current = null
    if (deed) act(deed)
  }
  const closeAnd = (deed: PaletteDeed) => {
    pending.current = deed
    onClose()
  }
  const openEntry = ({ to, deed }: PaletteEntry, inNewTab: boolean) => {
    if (to !== undefined && inNewTab) return void window.open(to, '_blank', 'noopener')
    if (deed) return closeAnd(deed)
    onClose()
    if (to !== undefined) void navigate(to)
  }
  return (
    <>
      <PaletteDialog
        open={open}
        onClose={onClose}
        onOpen={openEntry}
        onKeys={() => closeAnd({ do: 'keys' })}
        onGone={onGone}
      />
      {asked && <PaletteDialogs deed={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
