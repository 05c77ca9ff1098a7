import type { RefObject } from 'react'
import { gridKeyNames } from '#shared/domains/workqueues/grid-messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'

/** What takes the arrow keys itself. */
const OWN_ARROWS = 'input, [role=radio], [role=tab], [role=slider], [role=separator]'
/** What Enter presses. */
const PRESSED = 'a, button, summary, [role=button], [role=link]'

/** What the keys of the grid do. */
interface GridActions {
  /** An arrow key, `Home` or `End`. */
  move(key: string): void
  /** Opens the run; false leaves the key to the focused element. */
  open(): boolean
  compare(): void
  nextFailed(): void
}

/**
 * The keys of the grid in `frame`, from anywhere on the page: a focused element elsewhere keeps the keys that it uses
 * itself. `Home` and `End` are those of the page outside of the grid.
 */
export function useGridKeys(frame: RefObject<HTMLElement | null>, actions: GridActions): void {
  const isInside = () => frame.current?.contains(document.activeElement) ?? false
  const isOn = (selector: string) => document.activeElement?.closest(selector) != null
  const arrow = (key: string) => () => {
    if (!isInside() && isOn(OWN_ARROWS)) return false
    actions.move(key)
    return true
  }
  const ofGrid = (key: string) => () => {
    if (!isInside()) return false
    actions.move(key)
    return true
  }
  const { compare, nextFailed } = actions
  useKeys(
    {
      ArrowLeft: arrow('ArrowLeft'),
      ArrowRight: arrow('ArrowRight'),
      ArrowUp: arrow('ArrowUp'),
      ArrowDown: arrow('ArrowDown'),
      Home: ofGrid('Home'),
      End: ofGrid('End'),
      Enter: () => (isInside() || !isOn(PRESSED)) && actions.open(),
      d: compare,
      D: compare,
      n: nextFailed,
      N: nextFailed,
    },
    gridKeyNames,
  )
}
