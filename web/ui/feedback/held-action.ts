import { toast, toaster } from './toast.tsx'

/** How long an action that can be undone is held back, in milliseconds. */
export const HOLD_MS = 10_000

interface HeldAction {
  /** The text of the toast with these seconds left. */
  text(seconds: number): string
  /** The text of the toast after Undo. */
  undone: string
  act(): void
  /** Called after Undo. */
  onUndone?(): void
}

/**
 * Does something after ten seconds, counted in a toast, unless the user undoes it there. It is done also when the user
 * leaves the screen meanwhile; the browser asks before it closes the page.
 */
export function holdAction({ text, undone, act, onUndone }: HeldAction): void {
  const due = Date.now() + HOLD_MS
  const secondsLeft = () => Math.max(1, Math.ceil((due - Date.now()) / 1000))
  const finish = () => {
    clearInterval(ticking)
    removeEventListener('beforeunload', askToStay)
    toaster.dismiss(id)
  }
  const undo = () => {
    finish()
    toast.info(undone)
    onUndone?.()
  }
  const shown = () => ({
    type: 'info',
    title: text(secondsLeft()),
    closable: false,
    duration: Infinity,
    action: { label: 'Undo', onClick: undo },
  })
  const id = toaster.create(shown())
  addEventListener('beforeunload', askToStay)
  const ticking = setInterval(() => {
    if (Date.now() < due) return toaster.update(id, shown())
    finish()
    act()
  }, 500)
}

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()
