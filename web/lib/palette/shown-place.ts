import { createStore } from '../store.ts'

/** A page that was open. */
export interface RecentPlace {
  /** Path and query. */
  to: string
  /** The title of the page, without the status of what it shows. */
  name: string
}

/** The page that is shown, as soon as it has a title. */
export const shownPlace = createStore<RecentPlace | null>(null)
