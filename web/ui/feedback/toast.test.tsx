import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { toast } from './toast.tsx'

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
