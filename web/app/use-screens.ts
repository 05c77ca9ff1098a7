import { useCallback, useMemo } from 'react'
import { useMatch, useNavigate } from 'react-router-dom'
import { useRights } from '#web/lib/rights.tsx'
import { useFeature } from '#web/lib/features.ts'
import { type KeyNames, useKeys } from '#web/lib/use-keys.ts'
import { type Screen, screensOf } from './screens.ts'

/** The screens that can be opened from this page. */
export function useScreens(): Screen[] {
  return useScreensOf(useMatch('/apps/:id/*')?.params.id)
}

/** The screens, with those of an app. */
export function useScreensOf(appId: string | undefined): Screen[] {
  const screensOfApp = useAppScreens()
  return useMemo(() => screensOfApp(appId), [screensOfApp, appId])
}

/** Lists the screens, with those of an app. A stable function while the platform offers the same. */
export function useAppScreens(): (appId: string | undefined) => Screen[] {
  const { mayChange } = useRights()
  const offered = [
    useFeature('attention') && 'attention',
    useFeature('audit') && 'audit',
    useFeature('failures') && 'failures',
    useFeature('keys') && mayChange && 'keys',
    useFeature('stats') && 'stats',
    useFeature('alerts') && mayChange && 'alerts',
    useFeature('schedules') && 'schedules',
    mayChange && 'changes',
  ].join()
  return useCallback((appId) => screensOf(appId, (needed) => offered.split(',').includes(needed)), [offered])
}

/** `g` and the key of a screen open it. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  const screens = useScreens()
  const open = useCallback((to: string) => void navigate(to), [navigate])
  const keys = useMemo(
    () => Object.fromEntries(screens.map(({ key, to }) => [`g ${key}`, () => open(to)])),
    [screens, open],
  )
  const names = useMemo<KeyNames>(
    () => Object.fromEntries(screens.map(({ key, label }) => [`g then ${key}`, label])),
    [screens],
  )
  useKeys(keys, names, 'go')
}
