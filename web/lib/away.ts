import { useEffect, useEffectEvent } from 'react'
import type { CombinedError } from 'urql'

/** Codes of a refusal that says nothing about the request: the same one succeeds once the platform is back. */
const passing = new Set<unknown>(['PLATFORM_DOWN', 'OVERLOADED', 'UNAVAILABLE'])

/** Whether a read failed only because the console or its platform is away at the moment. */
export function isAway(error: CombinedError | undefined): boolean {
  if (!error) return false
  return (
    error.networkError !== undefined ||
    error.graphQLErrors.some(({ extensions }) => passing.has(extensions.code))
  )
}

/**
 * Whether the gateway does not know the operation: it has another version than this page, as after an upgrade. Only a
 * reload helps.
 */
export function isOutdated(error: CombinedError | undefined): boolean {
  return error?.graphQLErrors.some(({ message }) => message === 'PersistedQueryNotFound') ?? false
}

/** First and longest pause between two tries, in milliseconds. */
const PAUSE_MS = { first: 1000, most: 5000 } as const

/**
 * Calls `again` in growing pauses while `away` is true, and at once when the browser is back in its network. The pauses
 * differ between browsers, so that a server that starts does not get the reads of all at the same moment.
 */
export function useRetryWhileAway(away: boolean, again: () => void): void {
  const retry = useEffectEvent(again)
  useEffect(() => {
    if (!away) return
    let pause: number = PAUSE_MS.first
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(run, pause * (1 + Math.random() / 2))
    }
    const run = () => {
      clearTimeout(timer)
      pause = Math.min(PAUSE_MS.most, pause * 2)
      wait()
      retry()
    }
    wait()
    window.addEventListener('online', run)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', run)
    }
  }, [away])
}
