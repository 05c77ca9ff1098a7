import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { SecretText } from './copy-button.tsx'

function show(reveal: () => Promise<string | null>) {
  // An insecure origin has no clipboard: the text is copied through a textarea of the page.
  const copied: string[] = []
  document.execCommand = () => {
    copied.push(document.querySelector<HTMLTextAreaElement>('body > textarea')?.value ?? '')
    return true
  }
  renderThemed(<SecretText label="Secret Key" masked="****1234" reveal={reveal} />)
  return { copied, press: (name: string) => userEvent.click(screen.getByRole('button', { name })) }
}

it('is fetched when it is shown, and again after it was hidden', async () => {
  const reveal = vi.fn(() => Promise.resolve('whole1234'))
  const { press } = show(reveal)
  expect(screen.queryByText('whole1234')).toBeNull()
  await press('Show Secret Key')
  expect(await screen.findByText('whole1234')).toBeTruthy()
  await press('Hide Secret Key')
  expect(screen.getByText('****1234')).toBeTruthy()
  await press('Show Secret Key')
  expect(reveal).toHaveBeenCalledTimes(2)
})

it('is copied whole without being shown', async () => {
  const { copied, press } = show(() => Promise.resolve('whole1234'))
  await press('Copy Secret Key')
  await vi.waitFor(() => expect(copied).toEqual(['whole1234']))
  expect(screen.getByText('****1234')).toBeTruthy()
})

it('copies nothing, and reports nothing more, when it could not be fetched', async () => {
  const { copied, press } = show(() => Promise.resolve(null))
  await press('Copy Secret Key')
  await press('Show Secret Key')
  expect(await screen.findByText('****1234')).toBeTruthy()
  expect(copied).toEqual([])
  expect(screen.queryByText('The browser did not allow copying')).toBeNull()
})
