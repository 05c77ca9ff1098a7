import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'

/** The longest address that the message repeats, in characters. */
const SHOWN = 200

/** What a navigation from an address without a page says of it. */
export interface WithoutPage {
  /** That address; the page that is opened instead names it. */
  missing: string
}

/** The path as it was typed; unchanged where it is no encoding of a text. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** Leads from an address that no page has to the first page, above which `MissingAddress` says so. */
export function UnknownAddress() {
  const { pathname } = useLocation()
  const state: WithoutPage = { missing: readable(pathname).slice(0, SHOWN) }
  return <Navigate to={paths.root()} replace state={state} />
}
