import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { toast } from '../ui/feedback/toast.tsx'

/** The longest address that the message repeats, in characters. */
const SHOWN = 200

/** Of the navigation to `/` from an address without a page, which may be that of the start page. */
export const notStartPage = { noStartPage: true } as const

/** Leads from an address that no page has to the first page, and says so. */
export function UnknownAddress() {
  const { pathname, key } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    toast.error(`There is no page ${pathname.slice(0, SHOWN)}`)
    void navigate(paths.root(), { replace: true, state: notStartPage })
  }, [key, pathname, navigate])
  return null
}
