import type { RefObject } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'

const CARD = 'li'

/** Keys of cards that are links: `j` and `k` move the focus from card to card, `o` opens the card (as Enter does). */
export function useCardKeys(list: RefObject<HTMLElement | null>): void {
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>(`:scope > ${CARD}`) ?? [])]
  const current = (all: readonly HTMLElement[]) =>
    all.findIndex((card) => card.contains(document.activeElement))
  const linkOf = (card: HTMLElement | undefined) => card?.querySelector<HTMLElement>('a')
  const move = (step: 1 | -1) => {
    const all = cards()
    const at = current(all)
    const link = linkOf(at < 0 ? all[0] : all[at + step])
    link?.focus()
    return link !== undefined && link !== null
  }
  const open = () => {
    const all = cards()
    const link = linkOf(all[current(all)])
    link?.click()
    return link !== undefined && link !== null
  }
  useKeys({ j: () => move(1), k: () => move(-1), o: open }, pageMessages.cardKeys)
}
