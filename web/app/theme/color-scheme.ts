/**
 * Puts the class `dark` or `light` on <html> from the system's preference and follows it live.
 * Returns a function that stops following.
 */
export function followColorScheme(
  root: HTMLElement = document.documentElement,
  query: MediaQueryList = window.matchMedia('(prefers-color-scheme: dark)'),
): () => void {
  const apply = () => {
    root.classList.toggle('dark', query.matches)
    root.classList.toggle('light', !query.matches)
    root.style.colorScheme = query.matches ? 'dark' : 'light'
  }
  apply()
  query.addEventListener('change', apply)
  return () => query.removeEventListener('change', apply)
}
