import { Outlet } from 'react-router-dom'
import type { Feature } from '#shared/lib/features.ts'
import { useFeature, useFeatureMissing } from '../lib/features.ts'
import { UnknownAddress } from './unknown-address.tsx'

/**
 * The frame of the screens of a feature: on a platform without it their addresses are unknown. Until the features have
 * been read it shows nothing, because a screen that is not offered makes no call.
 */
export function FeatureRoute({ name }: { name: Feature }) {
  const isOffered = useFeature(name)
  const isMissing = useFeatureMissing(name)
  if (isOffered) return <Outlet />
  return isMissing ? <UnknownAddress /> : null
}
