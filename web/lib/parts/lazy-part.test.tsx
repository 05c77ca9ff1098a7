import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const Loading = ({ name }: { name: string }) => <p>{name} is loading</p>
const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? 'failed' : this.props.children
  }
}

it('shows a placeholder until its code is loaded, then at once, also the next time', async () => {
  const load = vi.fn(() => Promise.resolve(Hello))
  const Part = lazyPart(load, Loading)
  const first = render(<Part name="Ana" />)
  expect(first.container.textContent).toBe('Ana is loading')
  await act(() => Promise.resolve())
  expect(first.container.textContent).toBe('Hello Ana')
  first.rerender(<Part name="Ben" />)
  expect(screen.getByText('Hello Ben')).toBeTruthy()
  first.unmount()
  expect(render(<Part name="Cem" />).container.textContent).toBe('Hello Cem')
  expect(load).toHaveBeenCalledTimes(1)
})

it('passes a failure to the boundary around it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Part = lazyPart<{ name: string }>(() => Promise.reject(new Error('broken')), Loading)
  const { container } = render(
    <Boundary>
      <Part name="Ana" />
    </Boundary>,
  )
  await act(() => Promise.resolve())
  await vi.waitFor(() => expect(container.textContent).toBe('failed'))
})
