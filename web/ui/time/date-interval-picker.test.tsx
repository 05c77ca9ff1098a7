import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { openInterval, type DateInterval } from '#shared/lib/date-presets.ts'
import { DateIntervalPicker } from './date-interval-picker.tsx'

// Loads the lazy panel in advance, so that the tests do not depend on the time it takes.
beforeAll(() => import('./date-interval-panel.tsx'))
beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

const given = { from: '2026-03-10T14:03:16.201Z', to: '2026-03-11T00:00:00.000Z' }

function show(initial: DateInterval) {
  const changes: DateInterval[] = []
  function Shown() {
    const [value, setValue] = useState(initial)
    const change = (next: DateInterval) => {
      changes.push(next)
      setValue(next)
    }
    return <DateIntervalPicker label="Created" value={value} onChange={change} />
  }
  renderThemed(<Shown />)
  return changes
}

const chip = () => screen.getByRole('button', { name: /^Created/ })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const openPanel = async () => {
  await userEvent.click(chip())
  await screen.findByLabelText('From date')
}
const setDate = (name: string, date: string) => fireEvent.change(field(name), { target: { value: date } })

describe('the date interval picker', () => {
  it('applies two dates, at hour 0 unless another one is chosen', async () => {
    const changes = show(openInterval)
    expect(chip().textContent).toContain('Select dates')
    await openPanel()
    setDate('From date', '2026-03-10')
    setDate('To date', '2026-03-11')
    await userEvent.selectOptions(field('To hour'), '23')
    await userEvent.selectOptions(field('To minute'), '05')
    await userEvent.click(button('Apply'))
    expect(changes).toEqual([{ from: '2026-03-10T00:00:00.000Z', to: '2026-03-11T23:05:00.000Z' }])
    await waitFor(() => expect(screen.queryByLabelText('From date')).toBeNull())
    expect(chip().textContent).toContain('To 11 Mar')
  })

  it('fills the fields from a preset and waits for Apply', async () => {
    const changes = show(openInterval)
    await openPanel()
    await userEvent.click(button('Yesterday'))
    expect(changes).toEqual([])
    expect([field('From hour').value, field('To hour').value, field('To minute').value]).toEqual([
      '0',
      '23',
      '59',
    ])
    await userEvent.click(button('Apply'))
    expect(changes).toHaveLength(1)
    expect(changes[0]?.to).toMatch(/T23:59:59\.999Z$/)
  })

  it('shows the chosen interval and applies it unchanged', async () => {
    const changes = show(given)
    await openPanel()
    expect([field('From date').value, field('From hour').value, field('From minute').value]).toEqual([
      '2026-03-10',
      '14',
      '3',
    ])
    await userEvent.click(button('Apply'))
    expect(changes).toEqual([given])
  })

  it('reports next to the field that From is after To, and does not apply it', async () => {
    const changes = show(given)
    await openPanel()
    setDate('To date', '2026-03-09')
    expect(field('To date').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('From is after To')
    expect(button('Apply').disabled).toBe(true)
    fireEvent.submit(field('To date'))
    expect(changes).toEqual([])
  })

  it('does not apply an interval without length: one day twice, both at hour 0', async () => {
    const changes = show(openInterval)
    await openPanel()
    setDate('From date', '2026-03-10')
    setDate('To date', '2026-03-10')
    expect(screen.getByRole('alert').textContent).toMatch(/^From and To are the same moment/)
    expect(button('Apply').disabled).toBe(true)
    await userEvent.selectOptions(field('To hour'), '23')
    await userEvent.selectOptions(field('To minute'), '59')
    await userEvent.click(button('Apply'))
    expect(changes).toEqual([{ from: '2026-03-10T00:00:00.000Z', to: '2026-03-10T23:59:00.000Z' }])
  })

  it('Cancel changes nothing, and the panel starts from the value when it opens again', async () => {
    const changes = show(given)
    await openPanel()
    setDate('From date', '2026-03-01')
    await userEvent.click(button('Cancel'))
    await waitFor(() => expect(screen.queryByLabelText('From date')).toBeNull())
    await openPanel()
    expect(field('From date').value).toBe('2026-03-10')
    expect(changes).toEqual([])
  })

  it('Reset clears the interval at once and leaves the panel open', async () => {
    const changes = show(given)
    await openPanel()
    await userEvent.click(button('Reset'))
    expect(changes).toEqual([openInterval])
    expect(field('From date').value).toBe('')
    expect(chip().textContent).toContain('Select dates')
  })

  it('names the local time zone', async () => {
    show(openInterval)
    await openPanel()
    expect(screen.getByText(/^Local time zone: /).textContent).toBe('Local time zone: UTC')
  })
})
