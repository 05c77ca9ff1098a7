import { lazy, Suspense } from 'react'
import type { KeptForm } from '#web/lib/drafts/use-kept-draft.ts'

// Loaded lazily, because it takes a part in no screen's first picture. A form works without it.
const DraftOffer = lazy(async () => {
  const found = await import('./draft-offer.tsx').catch(() => null)
  return { default: found?.DraftOffer ?? (() => null) }
})

/**
 * Keeps the text of the form around it beyond the end of the session, and offers the text that was left before.
 * Mounted inside of the form; renders nothing while there is nothing to offer.
 */
export function DraftKeeper<Values>(props: KeptForm<Values> & { inDialog?: boolean }) {
  return (
    <Suspense fallback={null}>
      {/* The offer gives back what it was given. */}
      <DraftOffer {...(props as KeptForm<unknown> & { inDialog?: boolean })} />
    </Suspense>
  )
}
