import { useEffect, useRef } from 'react'
import { useOnViewportChange, useReactFlow, useStore } from 'reactflow'

export const fitOptions = { padding: 0.06, maxZoom: 1 } as const

/** Fits the view again when the canvas changes its size, until the user has moved it. */
export function KeepFitted() {
  const { fitView } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const programmatic = useRef(true)
  const moved = useRef(false)
  useOnViewportChange({
    onStart: () => {
      if (!programmatic.current) moved.current = true
    },
  })
  useEffect(() => {
    if (moved.current || width === 0) return
    programmatic.current = true
    void fitView(fitOptions).then(() => {
      programmatic.current = false
    })
  }, [fitView, width, height])
  return null
}
