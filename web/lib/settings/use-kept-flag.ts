import { useCallback, useState } from 'react'
import { stored } from '../drafts/draft-keys.ts'

/** A choice of the user between two looks of a page, yes at first, kept in this tab for every page that names it. */
export function useKeptFlag(name: string): [boolean, (next: boolean) => void] {
  const key = `workforce-console.${name}`
  const [chosen, setChosen] = useState(() => stored()?.getItem(key) !== 'no')
  const change = useCallback(
    (next: boolean) => {
      setChosen(next)
      try {
        stored()?.setItem(key, next ? 'yes' : 'no')
      } catch {
        // The storage is full of other data: the choice lasts until the page is left.
      }
    },
    [key],
  )
  return [chosen, change]
}
