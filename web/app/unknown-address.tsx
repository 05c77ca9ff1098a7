import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { askPalette } from './palette/typed-ahead.ts'

/** The longest address that the message repeats, in characters. */
const SHOWN = 200

/** Of the navigation to `/` from an address without a page, which may be that of the start page. */
export const notStartPage = { noStartPage: true } as const

/** The last part of an address, which is often an id or a name: `/apps/a1/run/6b07` is about `6b07`. */
function lastPart(pathname: string): string {
  const part = pathname.split('/').findLast(Boolean) ?? ''
  return part.slice(0, SHOWN).replace(/%[0-9a-f]{2}/gi, ' ')
}

/** Leads from an address that no page has to the first page, says so, and offers to search for what it names. */
export function UnknownAddress() {
  const { pathname, key } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    toast.offer(`There is no page ${pathname.slice(0, SHOWN)}`, {
      label: pageMessages.searchIt,
      onClick: () => askPalette(lastPart(pathname)),
    })
    void navigate(paths.root(), { replace: true, state: notStartPage })
  }, [key, pathname, navigate])
  return null
}
