import { useFeature } from '#web/lib/features.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { ImpactProps } from './impact-props.ts'

// Part of dialogs and of changed forms, never of a screen's first picture.
const ImpactLines = lazyPart<ImpactProps & { isTold: boolean }>(
  async () => (await import('./impact-lines.tsx')).ImpactLines,
  () => <span hidden data-pending />,
)

/** What uses an entity, for a dialog that changes or deletes it; nothing on a platform that does not tell it. */
export function Impact(props: ImpactProps) {
  const isTold = useFeature('usage')
  if (!isTold && !props.also?.length) return null
  return <ImpactLines {...props} isTold={isTold} />
}
