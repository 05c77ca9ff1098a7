import { render, within } from '@testing-library/react'
import { ReactFlowProvider } from 'reactflow'
import { expect, it } from 'vitest'
import { createStore } from '#web/lib/store.ts'
import { GraphContext, type GraphContextValue } from './graph-context.ts'
import { arrange } from './layout/arrange.ts'
import { MiniMap } from './mini-map.tsx'
import { createNodeStore } from './node-store.ts'
import { NODE_HEIGHTS } from './sizes.ts'
import { nodeTask } from './test-bed.ts'

const size = { width: 196, height: NODE_HEIGHTS.usual }
const arrangement = arrange(
  ['a', 'b', 'c'],
  [
    { id: 'a>b', source: 'a', target: 'b' },
    { id: 'b>c', source: 'b', target: 'c' },
  ],
  new Set(),
  { direction: 'down', sizeOf: () => size },
)

const nothing = () => undefined
const parts: GraphContextValue = {
  store: createNodeStore({
    tasks: ['a', 'b', 'c'].map((name) => nodeTask(name, 'ended')),
    selected: null,
    status: null,
    causes: new Map(),
    children: new Map(),
  }),
  onSelect: nothing,
  onChild: nothing,
  onFold: nothing,
  onArrow: () => false,
  Icon: () => null,
  Note: () => null,
  hovered: createStore<string | null>(null),
  folds: new Map(),
}

const show = (height: number, foot?: HTMLElement) =>
  render(
    <ReactFlowProvider initialWidth={240} initialHeight={height}>
      <GraphContext value={parts}>
        <MiniMap arrangement={arrangement} folds={parts.folds} foot={foot} />
      </GraphContext>
    </ReactFlowProvider>,
  ).container

it('says how much is out of view, above the nodes or in the foot of a phone, and is absent where all is in view', () => {
  expect(within(show(130)).getByText('1 more below')).toBeTruthy()
  expect(show(1000).querySelector('.graph-map')).toBeNull()
  const foot = document.createElement('div')
  expect(show(130, foot).querySelector('.graph-map')).toBeNull()
  expect(foot.querySelector('.graph-map')?.textContent).toContain('1 more below')
})
