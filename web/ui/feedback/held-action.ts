import { toast, toaster, UNDO } from './toast.tsx'

/** How long an action that can be undone is held back, in milliseconds. */
export const HOLD_MS = 10_000

interface Countdown {
  /** The text of the toast with these seconds left. */
  text(seconds: number): string
  /** When it ends, in milliseconds since 1970. */
  due: number
  onUndo(): void
  onDue(): void
}

/** The countdowns under way: how each is ended, and undone. */
const underWay = new Map<() => void, () => void>()

/** Ends every countdown without what it would do: the page that they belong to is gone. */
export function endCountDowns(): void {
  for (const finish of [...underWay.keys()]) finish()
}

/** Undoes what was begun last and can still be undone; false where there is nothing. */
export function undoLast(): boolean {
  const undo = [...underWay.values()].at(-1)
  undo?.()
  return undo !== undefined
}

/** A toast that counts the seconds until something happens, with Undo. Returns a function that ends it early. */
export function countDown({ text, due, onUndo, onDue }: Countdown): () => void {
  const secondsLeft = () => Math.max(1, Math.ceil((due - Date.now()) / 1000))
  const finish = () => {
    underWay.delete(finish)
    clearInterval(ticking)
    toaster.dismiss(id)
  }
  const undo = () => {
    finish()
    onUndo()
  }
  const shown = () => ({
    type: 'info',
    title: text(secondsLeft()),
    closable: false,
    duration: Infinity,
    action: { label: UNDO, onClick: undo },
  })
  const id = toaster.create(shown())
  const ticking = setInterval(() => {
    if (Date.now() < due) return toaster.update(id, shown())
    finish()
    onDue()
  }, 500)
  underWay.set(finish, undo)
  return finish
}

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
  const release = () => removeEventListener('beforeunload', askToStay)
  addEventListener('beforeunload', askToStay)
  countDown({
    text,
    due: Date.now() + HOLD_MS,
    onUndo() {
      release()
      toast.info(undone)
      onUndone?.()
    },
    onDue() {
      release()
      act()
    },
  })
}

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()
