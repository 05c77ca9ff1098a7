import { toast, toaster } from './toast.tsx'

/** How long an action that can be undone is held back, in milliseconds. */
export const HOLD_MS = 10_000

/**
 * Does something after ten seconds, counted in a toast, unless the user undoes it there. It is done also when the user
 * leaves the screen meanwhile.
 */
export function holdAction({
  text,
  undone,
  act,
}: {
  /** The text of the toast with these seconds left. */
  text(seconds: number): string
  /** The text of the toast after Undo. */
  undone: string
  act(): void
}): void {
  const due = Date.now() + HOLD_MS
  const secondsLeft = () => Math.max(1, Math.ceil((due - Date.now()) / 1000))
  const finish = () => {
    clearInterval(ticking)
    toaster.dismiss(id)
  }
  const undo = () => {
    finish()
    toast.info(undone)
  }
  const shown = () => ({
    type: 'info',
    title: text(secondsLeft()),
    closable: false,
    duration: Infinity,
    action: { label: 'Undo', onClick: undo },
  })
  const id = toaster.create(shown())
  const ticking = setInterval(() => {
    if (Date.now() < due) return toaster.update(id, shown())
    finish()
    act()
  }, 500)
}
