import { createStore } from '../store.ts'

/** What a user has chosen for the console; null: nothing, the console decides. */
export interface Preferences {
  theme: 'light' | 'dark' | 'system' | null
  /** A name of the IANA database, such as `Europe/London`. */
  timeZone: string | null
  density: 'comfortable' | 'compact' | null
  /** Path and query of the page that the console opens with. */
  startPage: string | null
}

interface Stored extends Preferences {
  /** Whose choices these are. */
  user: string
}

/** Has a prefix, because other products may be served from the same host on another port. `public/theme.js` reads it too. */
const KEY = 'workforce-console.preferences'

const none: Preferences = { theme: null, timeZone: null, density: null, startPage: null }

const store = createStore<Stored>({ ...none, user: '', ...stored() })

// A choice in another tab applies here too; the event is sent to no tab that made the change itself.
globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === KEY) store.set({ ...none, user: '', ...stored() })
})

/**
 * What the user has chosen, as this browser knows it: before the first answer of the platform, and on a platform without
 * the feature `profile`.
 */
export const preferences = {
  get: (): Preferences => store.get(),
  subscribe: store.subscribe,
  /** Whether this browser knows the choices of a user. */
  areOf: (user: string) => store.get().user === user,
  /** Ends the choices of a user who is no longer signed in, apart from the theme: the sign-in page has had it. */
  forget(): void {
    store.set({ ...none, theme: store.get().theme, user: '' })
  },
  /** Keeps some choices of a user, and ends those of another. */
  keep(user: string, changed: Partial<Preferences>): void {
    const before = store.get()
    const next = { ...(before.user === user ? before : none), ...changed, user }
    if (names.every((name) => next[name] === before[name]) && before.user === user) return
    store.set(next)
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Private windows may refuse storage: then the choices end with the page.
    }
  },
}

const names = ['theme', 'timeZone', 'density', 'startPage'] as const

/** The texts of a stored object; what another version has stored in another form counts as nothing. */
function stored(): Partial<Stored> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      [...names, 'user'].flatMap((name) => (typeof found[name] === 'string' ? [[name, found[name]]] : [])),
    )
  } catch {
    return {}
  }
}
