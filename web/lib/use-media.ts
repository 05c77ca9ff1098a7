import { useCallback, useSyncExternalStore } from 'react'

/** From this width on, in pixels, the buttons of a page head are all visible. */
export const WIDE_PX = 1280
/** The same in styles: there is room for a form beside what the page is opened for. */
export const WIDE = `@media (min-width: ${WIDE_PX}px)`
/** From this width on there is room for two columns: the breakpoint `lg` of the theme. */
export const TWO_COLUMNS_PX = 1100
/** Below this width the rows of a table with much text are cards: the breakpoint `md` of the theme. */
export const CARDS_PX = 900
/** A narrower page is that of a phone: the breakpoint `sm` of the theme. */
export const PHONE_PX = 700

/** Whether the page is narrower than `px`, kept up to date. */
export function useNarrowerThan(px: number): boolean {
  const query = `(max-width: ${px - 0.02}px)`
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
