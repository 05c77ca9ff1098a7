import { render, screen, within } from '@testing-library/react'
import { ReactFlowProvider } from 'reactflow'
import { expect, it } from 'vitest'
import { GraphControls, type ControlsPlace } from './graph-controls.tsx'

const show = (place: ControlsPlace) =>
  render(
    <ReactFlowProvider>
      <GraphControls place={place} onFit={() => undefined} />
    </ReactFlowProvider>,
  )

it('stands above the nodes, or in the place that it is given as soon as that is there', () => {
  const { container, unmount } = show(undefined)
  expect(within(container).getByRole('group', { name: 'Zoom' })).toBeTruthy()
  unmount()
  const head = document.body.appendChild(document.createElement('span'))
  const view = show(null)
  expect(screen.queryByRole('group', { name: 'Zoom' })).toBeNull()
  view.unmount()
  const { container: canvas } = show(head)
  expect(within(head).getByRole('button', { name: 'Fit View' })).toBeTruthy()
  expect(canvas.childElementCount).toBe(0)
})
