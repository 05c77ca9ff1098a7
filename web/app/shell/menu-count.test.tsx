import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FeatureRoute } from '../feature-route.tsx'
import { attentionOf, itemOf, offering, openAttention } from '#web/domains/attention/test-bed.tsx'
import { Shell } from './shell.tsx'
import { SideMenu } from './side-menu.tsx'

const Menu = () => <SideMenu version="1" count={0} rail />
const routes = [{ path: '*', Component: Menu }]
const framed = [{ Component: Shell, children: [{ path: '*', element: <h1>A page</h1> }] }]
const items = [itemOf('a'), itemOf('b'), itemOf('c', { mutedUntil: 'change' })]
const count = () => document.querySelector('[data-count=unfolded]')?.textContent ?? ''
const link = (name: string) => screen.getByRole('link', { name })

it('counts what needs attention beside its entry, live, with one subscription', async () => {
  const bed = openAttention({ AttentionCount: () => attentionOf(items) }, '/apps', framed)
  await waitFor(() => expect(count()).toContain('2'), { timeout: 5000 })
  for (const entry of [
    link('Attention'),
    link('Dashboard'),
    screen.getByRole('button', { name: 'Open menu' }),
  ]) {
    const described = entry.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('2 items need attention')
  }
  // The count is beside the links, whose text is only their name.
  expect([link('Attention').textContent, link('Dashboard').textContent]).toEqual(['Attention', 'Dashboard'])
  // On a phone it is seen before the menu is opened.
  expect(document.querySelector('header [data-count=button]')?.textContent).toContain('2')
  act(() => bed.change('save', itemOf('d')))
  await waitFor(() => expect(count()).toContain('3'))
  act(() => bed.change('update', itemOf('c')))
  await waitFor(() => expect(count()).toContain('4'))
  act(() => bed.change('update', itemOf('a', { mutedUntil: 'change' })))
  await waitFor(() => expect(count()).toContain('3'))
  for (const id of ['b', 'c', 'd']) act(() => bed.change('remove', itemOf(id)))
  await waitFor(() => expect(count()).toBe(''))
  expect(document.querySelector('[data-count]')).toBeNull()
  expect(bed.open().map(({ name }) => name)).toEqual(['AttentionChanged'])
  expect(bed.callsOf('AttentionCount')).toHaveLength(1)
})

it('marks Attention on its pages, and the backlog on both of its addresses', async () => {
  const { router } = openAttention({ AttentionCount: () => attentionOf([]) }, '/dashboard', routes)
  await screen.findByRole('link', { name: 'Attention' })
  const current = () =>
    within(screen.getByRole('navigation'))
      .getAllByRole('link')
      .filter((each) => each.getAttribute('aria-current') === 'page')
      .map((each) => each.getAttribute('aria-label'))
  expect(current()).toEqual(['Dashboard', 'Backlog'])
  await act(() => router.navigate('/dashboard/backlog?open=a/b'))
  expect(current()).toEqual(['Dashboard', 'Backlog'])
  await act(() => router.navigate('/dashboard/attention'))
  expect(current()).toEqual(['Dashboard', 'Attention'])
  await act(() => router.navigate('/dashboard/failures/f1'))
  expect(current()).toEqual(['Dashboard', 'Attention'])
})

it('leads to the rules of alerts, which are a tab of the account', async () => {
  const { router } = openAttention(offering('alerts'), '/account', routes)
  const alerts = await screen.findByRole('link', { name: 'Alerts' })
  expect(alerts.getAttribute('href')).toBe('/account?tab=alerts')
  expect(alerts.getAttribute('aria-current')).toBeNull()
  await act(() => router.navigate('/account?rule=r1&tab=alerts'))
  expect(alerts.getAttribute('aria-current')).toBe('page')
})

it('shows and asks nothing on a platform without it, whose address is unknown', async () => {
  const bed = openAttention(offering('queues'), '/dashboard/attention', [
    {
      element: <FeatureRoute name="attention" />,
      children: [{ path: '/dashboard/attention', element: <p>the screen</p> }],
    },
    { path: '*', Component: Menu },
  ])
  await waitFor(() => expect(bed.address()).toBe('/'))
  expect(screen.queryByRole('link', { name: 'Attention' })).toBeNull()
  expect(await screen.findByRole('link', { name: 'Backlog' })).toHaveProperty('pathname', '/dashboard')
  expect(screen.queryByText('the screen')).toBeNull()
  expect([bed.open(), bed.callsOf('AttentionCount')]).toEqual([[], []])
})

it('keeps the places of entries until the platform has told what it has', async () => {
  const bed = openAttention(offering('queues'), '/apps/a1/tasks', routes)
  const places = () => document.querySelectorAll('[data-menu-place]').length
  expect(places()).toBe(6)
  await waitFor(() => expect(places()).toBe(0))
  expect(bed.address()).toBe('/apps/a1/tasks')
})
