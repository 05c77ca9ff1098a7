import { preferences } from '#web/lib/settings/preferences.ts'

/** Colours of the browser's own bar: those of the console's. */
const bar = { light: '#ffffff', dark: '#151a21' } as const

/**
 * Sets the class `dark` or `light` and the density on <html> as the user has chosen, else by the system's preference, and
 * follows the changes of both. Returns a function that stops that. `public/theme.js` has set the class before the first paint.
 */
export function followAppearance(
  root: HTMLElement = document.documentElement,
  query: MediaQueryList = window.matchMedia('(prefers-color-scheme: dark)'),
): () => void {
  const apply = () => {
    const { theme, density } = preferences.get()
    const isChosen = theme === 'dark' || theme === 'light'
    const scheme = isChosen ? theme : query.matches ? 'dark' : 'light'
    root.classList.toggle('dark', scheme === 'dark')
    root.classList.toggle('light', scheme === 'light')
    root.style.colorScheme = scheme
    root.toggleAttribute('data-compact', density === 'compact')
    // The page has one for each preference of the system.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
      meta.content = isChosen ? bar[scheme] : /dark/.test(meta.media) ? bar.dark : bar.light
  }
  apply()
  query.addEventListener('change', apply)
  const ignore = preferences.subscribe(apply)
  return () => {
    query.removeEventListener('change', apply)
    ignore()
  }
}
