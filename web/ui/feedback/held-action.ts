import { onTick } from '#web/lib/use-time.ts'
import { toast, toaster, UNDO } from './toast.tsx'

/** How long an action that can be undone is held back, in milliseconds. */
export const HOLD_MS = 10_000

interface Countdown {
  /** The text of the toast with these seconds left. */
  text(seconds: number): string
  /** When it ends, in milliseconds since 1970. */
  due: number
  /** The same as the platform tells it, in ISO form: what shows that counts with this toast. */
  until?: string | null | undefined
  onUndo(): void
  onDue(): void
}

/** When countdowns of this page end, by the moment that the platform tells of them. */
const ends = new Map<string, number>()

/** The seconds until a moment of the platform, as the toast of this page counts them; 0 once it is there. */
export const secondsUntil = (until: string, now: number): number =>
  secondsLeft(ends.get(until) ?? Date.parse(until), now)

const secondsLeft = (due: number, now: number) => Math.max(0, Math.ceil((due - now) / 1000))

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
export function countDown({ text, due, until, onUndo, onDue }: Countdown): () => void {
  if (until) ends.set(until, due)
  const finish = () => {
    underWay.delete(finish)
    if (until) ends.delete(until)
    stop()
    toaster.dismiss(id)
  }
  const undo = () => {
    finish()
    onUndo()
  }
  const shown = (now: number) => ({
    type: 'info',
    title: text(Math.max(1, secondsLeft(due, now))),
    closable: false,
    duration: Infinity,
    action: { label: UNDO, onClick: undo },
  })
  const id = toaster.create(shown(Date.now()))
  // Of the clock of the screen: both show the same number at the same moment.
  const stop = onTick(500, (now) => {
    if (now < due) return toaster.update(id, shown(now))
    finish()
    onDue()
  })
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
