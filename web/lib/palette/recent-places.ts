import { type RecentPlace, shownPlace } from './shown-place.ts'

/** Has a prefix, because other products may be served from the same host on another port. */
const KEY = 'workforce-console.recent:'
/** Places that are kept: more than are listed, because what was open before is also found first. */
const KEPT = 30

/** The places that a user had open in an account, the latest first. */
export function recentPlaces(owner: string): RecentPlace[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY + owner) ?? '[]')
    return Array.isArray(found) ? found.filter(isPlace) : []
  } catch {
    return []
  }
}

const isPlace = (value: unknown): value is RecentPlace =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  'name' in value &&
  typeof value.to === 'string' &&
  typeof value.name === 'string'

const pathOf = ({ to }: RecentPlace) => to.split('?', 1)[0]

/** Keeps the pages that a user opens in an account, until the returned function is called. */
export function keepPlaces(owner: string): () => void {
  const keep = () => {
    const place = shownPlace.get()
    if (!place) return
    // A page is one place, whatever its filters are now.
    const others = recentPlaces(owner).filter((each) => pathOf(each) !== pathOf(place))
    try {
      localStorage.setItem(KEY + owner, JSON.stringify([place, ...others].slice(0, KEPT)))
    } catch {
      // Private windows may refuse storage: then there are no recent places.
    }
  }
  keep()
  return shownPlace.subscribe(keep)
}
