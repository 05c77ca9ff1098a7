import { type ComponentType, useEffect, useState } from 'react'
import { loadPart } from './load-part.ts'

/**
 * A component whose code is loaded when it is first shown, with a placeholder of the same properties meanwhile. Unlike
 * one of `React.lazy` it is shown as soon as it is loaded: React keeps a fallback on the screen for 300 ms at least, and
 * two inside each other for twice that time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Part) return
      let shown = true
      loadPart(load).then(
        (part) => {
          loaded = part
          if (shown) setPart(() => part)
        },
        (error: unknown) => shown && setFailure({ error }),
      )
      return () => {
        shown = false
      }
    }, [Part])
    // For the boundary of the page, which says that a part could not be loaded.
    if (failure) throw failure.error
    return Part ? <Part {...props} /> : <Placeholder {...props} />
  }
}
