import { useLocation, useNavigate } from 'react-router-dom'
import { formatWorkqueueListParams, type WorkqueueListParams } from './list-query.ts'

/** The receipt in the address, null for none, and a function that shows one as a new history entry. */
export function useReceiptAddress(query: WorkqueueListParams): [string | null, (id: string | null) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const show = (id: string | null) => {
    const plain = formatWorkqueueListParams(query)
    const more = id === null ? '' : `${plain === '' ? '?' : '&'}receipt=${encodeURIComponent(id)}`
    void navigate({ search: plain + more })
  }
  return [new URLSearchParams(search).get('receipt'), show]
}
