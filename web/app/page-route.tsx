import type { ComponentType } from 'react'
import { type NonIndexRouteObject, useRouteError } from 'react-router-dom'
import { pageMessages as texts } from '#shared/lib/page-messages.ts'
import { lazyPart } from '../lib/parts/lazy-part.tsx'
import { isNotFetched, loadPartsNow } from '../lib/parts/load-part.ts'
import { reasonOf } from '../ui/feedback/error-text.ts'
import { FailedState } from '../ui/feedback/placeholders.tsx'

/**
 * A route whose screen is loaded when it is first shown. Without a connection a sentence is shown in its place, and the
 * screen as soon as it can be loaded.
 */
export function page(path: string, load: () => Promise<ComponentType>): NonIndexRouteObject {
  return {
    path,
    async lazy() {
      try {
        return { Component: await load() }
      } catch (error) {
        if (!isNotFetched(error)) throw error
        return { Component: lazyPart(load, AwayPage) }
      }
    },
  }
}

function AwayPage() {
  return <FailedState message={texts.away} onRetry={loadPartsNow.raise} />
}

/**
 * Shown when a page could not be loaded or rendered. After a release the files of the previous one are gone,
 * and a reload loads the new ones.
 */
export function PageFailure() {
  const error = useRouteError()
  const [message, retryLabel] = isNotFetched(error)
    ? [texts.outdated, texts.loadAgain]
    : [texts.notShown(reasonOf(error)), undefined]
  return <FailedState message={message} retryLabel={retryLabel} onRetry={() => window.location.reload()} />
}
