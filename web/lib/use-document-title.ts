import { useEffect } from 'react'

/** Names the browser tab while the caller is shown; an empty name leaves the product's. */
export function useDocumentTitle(name: string): void {
  useEffect(() => {
    document.title = name ? `${name} - Workforce` : 'Workforce'
    return () => {
      document.title = 'Workforce'
    }
  }, [name])
}
