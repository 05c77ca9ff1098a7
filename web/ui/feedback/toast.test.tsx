import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { showOutdated, toast, toaster } from './toast.tsx'

it('shows a text once, however many parts of the page report it', async () => {
  renderThemed(<p />)
  toast.error('Error loading workqueues: the console cannot be reached')
  toast.error('Error loading workqueues: the console cannot be reached')
  toast.error('Error loading plans: the console cannot be reached')
  await screen.findByText(/plans/)
  await waitFor(() => expect(screen.getAllByText(/cannot be reached/)).toHaveLength(2))
  toast.error('Error loading plans: the console cannot be reached')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.getAllByText(/cannot be reached/)).toHaveLength(2)
})

it('offers to load a page again that is older than the console, once', async () => {
  renderThemed(<p />)
  const reload = vi.fn()
  showOutdated(reload)
  await screen.findByText('This page is older than the console.')
  showOutdated(reload)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getAllByText('This page is older than the console.')).toHaveLength(1)
  screen.getByRole('button', { name: 'Reload' }).click()
  expect(reload).toHaveBeenCalledOnce()
  toaster.remove()
})
