import { type ComponentType, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'

const Nothing = () => null

/**
 * A dialog whose code is loaded when it first opens, so that a screen does not load its dialogs to be seen. Once opened it
 * stays, for the transition of its end.
 */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazyPart<Props>(load, Nothing)
  return function LazyDialog(props: Props) {
    const [wasOpen, setWasOpen] = useState(props.open)
    if (props.open && !wasOpen) setWasOpen(true)
    return wasOpen ? <Part {...props} /> : null
  }
}
