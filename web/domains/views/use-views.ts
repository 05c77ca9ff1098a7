import { useMemo } from 'react'
import { useQuery } from 'urql'
import { viewMessages as texts } from '#shared/domains/views/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import {
  createViewMutation,
  deleteViewMutation,
  type SavedView,
  updateViewMutation,
  viewsQuery,
} from './operations.ts'

const none: readonly SavedView[] = []

/** The saved views of a screen; none on a platform without the feature. */
export function useSavedViews(screen: string): readonly SavedView[] {
  const variables = useMemo(() => ({ screen }), [screen])
  const [{ data }] = useQuery({
    query: viewsQuery,
    variables,
    pause: !useFeature('views'),
    requestPolicy: 'cache-and-network',
  })
  return data?.views ?? none
}

/** What is done with views; each shows its success or failure. */
export function useViewActions() {
  return {
    create: useAction(createViewMutation, {
      success: ({ createView }) => texts.created(createView.name),
      failure: texts.failed,
    }),
    update: useAction(updateViewMutation, {
      success: ({ updateView }) => texts.saved(updateView.name),
      failure: texts.failed,
    }),
    remove: useAction(deleteViewMutation, { success: () => texts.removed, failure: texts.removeFailed }),
  }
}
