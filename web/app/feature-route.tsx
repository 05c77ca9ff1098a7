import { Outlet } from 'react-router-dom'
import type { Feature } from '#shared/lib/features.ts'
import { pageMessages as texts } from '#shared/lib/page-messages.ts'
import { useFeature, useFeatureMissing } from '../lib/features.ts'
import { reasonOf } from '../ui/feedback/error-text.ts'
import { FailedState } from '../ui/feedback/placeholders.tsx'
import { UnknownAddress } from './unknown-address.tsx'

/**
 * The frame of the screens of a feature: on a platform without it their addresses are unknown. Until the features have
 * been read it shows nothing, because a screen that is not offered makes no call; where they cannot be read it says why.
 */
export function FeatureRoute({ name }: { name: Feature }) {
  const isOffered = useFeature(name)
  const missing = useFeatureMissing(name)
  if (isOffered) return <Outlet />
  if (missing === true) return <UnknownAddress />
  // Disappears by itself: the features are read again soon.
  return missing ? (
    <FailedState message={texts.notShown(reasonOf(missing))} onRetry={() => window.location.reload()} />
  ) : null
}
