import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { planChoiceMessages } from '#shared/domains/workqueues/plan-choice-messages.ts'
import { createBed, pageAt, row } from './test-bed.tsx'
import type { Answers } from '#tests/support/web-gateway.ts'
import { WorkqueueCreatePage } from './workqueue-create-page.tsx'

const user = userEvent.setup({ delay: null })

const plan = (number: number) => ({
  __typename: 'Plan',
  id: `p${number}`,
  name: `Plan ${number}`,
  description: `does ${number}`,
  updated: '2026-03-01T10:00:00Z',
})
const plans: Answers = {
  PlanChoices: () => ({ plans: { __typename: 'PlanPage', total: 12, rows: [plan(1), plan(2)] } }),
  AllPlanChoices: () => ({
    plans: { __typename: 'PlanPage', total: 12, rows: Array.from({ length: 12 }, (_, at) => plan(at + 1)) },
  }),
  LastRunsOfPlans: () => ({
    ranPlans: [{ __typename: 'RanPlan', id: 'p2', name: 'Plan 2', lastRun: '2026-03-02T10:00:00Z' }],
  }),
  PlanChoice: ({ id }) => ({
    plan: {
      __typename: 'Plan',
      id,
      name: 'Plan 1',
      version: 1,
      initialState: { lot: 1 },
      inputSchema: null,
      source: null,
    },
  }),
}

function show(answers: Answers, query = '') {
  const bed = createBed(answers)
  const { ui, router } = pageAt(bed, `/apps/a1/workqueues/create${query}`, <WorkqueueCreatePage />)
  const { unmount } = render(ui)
  return { bed, unmount, router, location: () => router.state.location }
}
const editor = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('From Plan', () => {
  const choose = async () => {
    await user.click(await screen.findByText('Plan 1'))
    return screen.findByRole('dialog', { name: 'Plan 1' })
  }

  it('on a phone repeats no plan above a list that has all of them', async () => {
    const phone = (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('max-width') })
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => phone(query) as MediaQueryList)
    const lately = () => screen.queryByRole('group', { name: planChoiceMessages.lately })
    const { unmount } = show(plans)
    await waitFor(() => expect(lately()).toBeTruthy())
    unmount()
    show({
      ...plans,
      PlanChoices: () => ({ plans: { __typename: 'PlanPage', total: 2, rows: [plan(1), plan(2)] } }),
    })
    await screen.findByText('Plan 1')
    await waitFor(() => expect(screen.getByRole('table').textContent).toContain(planChoiceMessages.notRun))
    expect(lately()).toBeNull()
    vi.restoreAllMocks()
  })

  it('pages the plans by the address', async () => {
    const { bed, location } = show(plans)
    await screen.findByText('Plan 1')
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    expect(location().search).toBe('?page=2')
    await waitFor(() =>
      expect(bed.callsOf('PlanChoices').at(-1)?.variables).toEqual({
        appId: 'a1',
        page: 2,
        perPage: 10,
      }),
    )
  })

  it('runs a plan with its edited state and opens the new workqueue', async () => {
    const { bed, location } = show({ ...plans, StartPlan: () => ({ startPlan: row(7) }) })
    const dialog = await choose()
    const field = await within(dialog).findByRole<HTMLTextAreaElement>('textbox', { name: 'Initial state' })
    expect(JSON.parse(field.value)).toEqual({ lot: 1 })
    write(field, '{"lot": 2}')
    await user.click(within(dialog).getByRole('button', { name: 'Run' }))
    expect(await screen.findByText('Plan: [Plan 1] started...')).toBeTruthy()
    expect(bed.callsOf('StartPlan')).toMatchObject([
      { variables: { appId: 'a1', planId: 'p1', initialState: { lot: 2 } } },
    ])
    expect(location().pathname).toBe('/apps/a1/workqueues/w7')
  })

  it('finds a plan by typing, opens the first by Enter and says when each ran last', async () => {
    const { bed, location } = show(plans)
    await screen.findByText('Plan 1')
    expect(screen.getAllByText('not yet')).toHaveLength(1)
    await user.keyboard('/pLaN 1')
    expect(await screen.findByText('opens Plan 1')).toBeTruthy()
    await waitFor(() => expect(location().search).toBe('?search=pLaN+1'))
    expect(screen.queryByText('Plan 2')).toBeNull()
    expect(screen.getAllByText(/^Plan 1/)).toHaveLength(4)
    await user.keyboard('2{Enter}')
    expect(await screen.findByRole('dialog', { name: /^Plan 1/ })).toBeTruthy()
    // Not on Cancel, which a second Enter would press.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Initial state' })),
    )
    await waitFor(() => expect(bed.callsOf('PlanChoice')[0]?.variables).toEqual({ id: 'p12' }))
    // One read of all plans, whatever is typed.
    expect(bed.callsOf('AllPlanChoices')).toHaveLength(1)
  })

  it('opens what Enter asked for before the plans were read', async () => {
    let answer = (_plans: unknown) => {}
    const { bed } = show({
      ...plans,
      AllPlanChoices: () => new Promise((resolve) => (answer = resolve)) as never,
    })
    await screen.findByText('Plan 1')
    await user.keyboard('/12{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(async () => answer({ plans: { __typename: 'PlanPage', total: 1, rows: [plan(12)] } }))
    await waitFor(() => expect(bed.callsOf('PlanChoice')[0]?.variables).toEqual({ id: 'p12' }))
  })

  it('says what it does not find, and goes back to all', async () => {
    show(plans, '?search=nowhere')
    expect(await screen.findByText('No plan has "nowhere" in its name or description')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await screen.findByText('Plan 2', { selector: 'td *' })).toBeTruthy()
  })

  it('offers the plans that ran last in the app, by name', async () => {
    const ran = ['Plan 9', 'Plan 2'].map((name) => ({
      __typename: 'RanPlan',
      id: name,
      name,
      lastRun: new Date(Date.now() - 120_000).toISOString(),
    }))
    show({ ...plans, LastRunsOfPlans: () => ({ ranPlans: ran }) })
    const lately = await screen.findByRole('group', { name: 'Run lately in this app' })
    const offered = within(lately).getAllByRole('button')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Plan 2 ran 2 minutes ago',
      'Plan 9 ran 2 minutes ago',
    ])
    await user.click(within(lately).getByRole('button', { name: /^Plan 2 ran/ }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('starts one run, however often Run is pressed', async () => {
    const { bed } = show({ ...plans, StartPlan: () => ({ startPlan: row(7) }) })
    const dialog = await choose()
    const field = await within(dialog).findByRole('textbox', { name: 'Initial state' })
    const press = () => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    press()
    press()
    await screen.findByText('Plan: [Plan 1] started...')
    press()
    await screen.findByText('elsewhere')
    expect(bed.callsOf('StartPlan')).toHaveLength(1)
  })

  it('does not run with a state that is not a JSON object', async () => {
    show(plans)
    const dialog = await choose()
    const field = await within(dialog).findByRole('textbox', { name: 'Initial state' })
    for (const text of ['{"lot": ', '[1]']) {
      write(field, text)
      expect(within(dialog).getByRole('button', { name: 'Run' })).toHaveProperty('disabled', true)
      expect(within(dialog).getByRole('alert').textContent).toMatch(/^Not valid JSON: /)
    }
  })

  it('shows why a plan did not start and keeps the dialog', async () => {
    const { location } = show({ ...plans, StartPlan: () => ({ errors: [{ message: 'The app is gone' }] }) })
    const dialog = await choose()
    await within(dialog).findByRole('textbox', { name: 'Initial state' })
    await user.click(within(dialog).getByRole('button', { name: 'Run' }))
    expect(await screen.findByText("Couldn't start plan: Plan 1... The app is gone")).toBeTruthy()
    const alert = within(screen.getByRole('dialog', { name: 'Plan 1' })).getByText(/The app is gone/)
    expect(alert.textContent).toMatch(/^Not started: The app is gone/)
    expect(within(dialog).getByRole('button', { name: 'Run' })).toHaveProperty('disabled', false)
    expect(location().pathname).toBe('/apps/a1/workqueues/create')
  })

  it('shows why a plan could not be read, at every attempt', async () => {
    show({ ...plans, PlanChoice: () => ({ errors: [{ message: 'The platform is away' }] }) })
    const dialog = await choose()
    const told = () =>
      screen.findByText('Error loading plan: The platform is away', { ignore: '[role=alert] *' })
    const first = await told()
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await told()).not.toBe(first))
  })

  it('links to the other tab when there are no plans', async () => {
    const { location } = show({
      PlanChoices: () => ({ plans: { __typename: 'PlanPage', total: 0, rows: [] } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Submit a definition' }))
    expect(location().search).toBe('?tab=api')
    expect(await editor('Workqueue definition')).toBeTruthy()
  })
})

describe('via API', () => {
  it('begins with a sample, and is the first tab when a definition is given', async () => {
    show(plans, '?tab=api')
    expect(JSON.parse((await editor('Workqueue definition')).value)).toHaveProperty('tasks')
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['From Plan', 'via API'])
  })

  it('formats a given definition and shows its tab first', async () => {
    show(plans, `?workqueue=${encodeURIComponent('{"name":"Again","tasks":[]}')}`)
    expect((await editor('Workqueue definition')).value).toBe('{\n    "name": "Again",\n    "tasks": []\n}')
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['via API', 'From Plan'])
  })

  const submit = () => user.click(screen.getByRole('button', { name: 'Submit' }))

  it('submits the definition, confirms and opens the new workqueue', async () => {
    const { bed, location } = show(
      { StartWorkqueue: () => ({ startWorkqueue: row(9, { name: 'Mine' }) }) },
      '?tab=api',
    )
    write(await editor('Workqueue definition'), '{"name": "Mine", "tasks": []}')
    await submit()
    expect(await screen.findByText('Workqueue: [Mine] started.')).toBeTruthy()
    expect(bed.callsOf('StartWorkqueue')).toMatchObject([
      { variables: { appId: 'a1', definition: { name: 'Mine', tasks: [] } } },
    ])
    expect(location().pathname).toBe('/apps/a1/workqueues/w9')
  })

  it('asks before an edited definition is left', async () => {
    const { router, location } = show(plans, '?tab=api')
    await editor('Workqueue definition')
    const leave = () => act(() => router.navigate('/apps/a1/workqueues'))
    write(await editor('Workqueue definition'), '{"name": "Typed for an hour"}')
    await leave()
    expect(location().pathname).toBe('/apps/a1/workqueues/create')
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(location().pathname).toBe('/apps/a1/workqueues'))
  })

  it('shows what is not JSON and sends nothing', async () => {
    const { bed } = show(plans, '?tab=api')
    write(await editor('Workqueue definition'), '{"name": }')
    await submit()
    expect(await screen.findByText(/^Couldn't parse workqueue\.\.\. .*JSON/)).toBeTruthy()
    expect(bed.callsOf('StartWorkqueue')).toHaveLength(0)
  })

  it('lists every fault beside the editor, and clears them at the next attempt', async () => {
    const faults = [
      { path: 'tasks.0.type', message: 'must have the form task.{namespace}.{type}' },
      { path: '', message: 'a cycle: a, b' },
    ]
    let refused = true
    show(
      {
        StartWorkqueue: () =>
          refused
            ? {
                errors: [
                  {
                    message: 'The definition has faults',
                    extensions: { code: 'INVALID_DEFINITION', faults },
                  },
                ],
              }
            : new Promise(() => undefined),
      },
      '?tab=api',
    )
    write(await editor('Workqueue definition'), '{"name": "Mine"}')
    await submit()
    const list = await screen.findByRole('alert', { name: 'Faults of the definition' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['tasks.0.type: must have the form task.{namespace}.{type}', 'a cycle: a, b'])
    expect(screen.getByText("Couldn't start workqueue [Mine]... the definition has 2 faults")).toBeTruthy()
    refused = false
    await submit()
    await waitFor(() => expect(screen.queryByRole('alert', { name: 'Faults of the definition' })).toBeNull())
  })

  it('shows any other failure with its reason', async () => {
    show({ StartWorkqueue: () => ({ errors: [{ message: 'The platform cannot be reached' }] }) }, '?tab=api')
    write(await editor('Workqueue definition'), '{"tasks": []}')
    await submit()
    const text = "Couldn't start workqueue [unnamed]... The platform cannot be reached"
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

describe('with the definition of a run', () => {
  const task = { name: 'weigh', type: 'task.rail.loader' }
  const definition = {
    name: 'Nightly',
    planId: 'p1',
    rerunOf: 'w00000000003b79c2e',
    initialState: { month: '2026-10', dry: false },
    tasks: [task],
  }
  const answers: Answers = {
    ...plans,
    ModifiedRun: ({ id }) => ({
      workqueue: {
        ...row(1, { name: 'Nightly', status: 'failed', ended: new Date(Date.now() - 120_000).toISOString() }),
        id,
        planId: 'p1',
        plan: { __typename: 'PlanOfRun', id: 'p1', version: 3 },
      },
    }),
    PlanChoice: ({ id }) => ({
      plan: {
        __typename: 'Plan',
        id,
        name: 'Plan 1',
        version: 5,
        initialState: {},
        inputSchema: null,
        source: null,
      },
    }),
    StartWorkqueue: () => ({ startWorkqueue: row(9, { name: 'Nightly' }) }),
  }
  const open = (of: object = definition, given = answers) =>
    show(given, `?workqueue=${encodeURIComponent(JSON.stringify(of))}`)
  const month = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'month' })

  it('names the run, how it ended and the version of its plan', async () => {
    open()
    const link = await screen.findByRole('link', { name: 'Nightly' })
    expect(link.getAttribute('href')).toBe('/apps/a1/workqueues/w00000000003b79c2e')
    expect(screen.getByRole('link', { name: '…b79c2e' })).toBeTruthy()
    const head = within(screen.getByRole('banner'))
    expect(head.getByText('failed')).toBeTruthy()
    expect(head.getByText('ended').textContent).toMatch(/^ended .+ ago$/)
    expect((await head.findByRole('link', { name: 'Plan 1' })).parentElement?.textContent).toBe(
      'of plan Plan 1, version 3, now 5',
    )
  })

  it('begins with the values of the state, the first in focus; the definition below can be folded', async () => {
    open()
    await waitFor(async () => expect(document.activeElement).toBe(await month()))
    expect(JSON.parse((await editor('Workqueue definition')).value)).toEqual(definition)
    await user.click(screen.getByRole('button', { name: 'Definition' }))
    expect(screen.queryByRole('textbox', { name: 'Workqueue definition' })).toBeNull()
  })

  it('names what differs before it starts, and starts it', async () => {
    const { bed, location } = open()
    expect((await screen.findAllByText(/^Nothing is changed yet/)).length).toBeGreaterThan(0)
    await user.clear(await month())
    await user.type(await month(), '2026-11')
    await user.click(screen.getByRole('checkbox', { name: 'dry' }))
    expect(screen.getByText('2 values changed')).toBeTruthy()
    const changes = within(screen.getByRole('region', { name: 'Changed since the run' }))
    expect(changes.getByText('initialState / month').nextSibling?.textContent).toBe('"2026-10" "2026-11"')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText('Workqueue: [Nightly] started.')
    expect(bed.callsOf('StartWorkqueue')[0]?.variables).toMatchObject({
      definition: { ...definition, initialState: { month: '2026-11', dry: true } },
    })
    expect(location().pathname).toBe('/apps/a1/workqueues/w9')
  })

  it('takes a change of the definition into the state, and a fault is no definition', async () => {
    const { bed } = open()
    write(
      await editor('Workqueue definition'),
      JSON.stringify({ ...definition, initialState: { month: 'x' } }),
    )
    expect((await month()).value).toBe('x')
    write(await editor('Workqueue definition'), '{"name": }')
    expect(screen.queryByRole('textbox', { name: 'month' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(/^Couldn't parse workqueue/)
    expect(bed.callsOf('StartWorkqueue')).toHaveLength(0)
  })

  it('shows the fields of the schema of the plan', async () => {
    const inputSchema = { type: 'object', properties: { month: { type: 'string', title: 'Which month' } } }
    open(definition, {
      ...answers,
      PlanChoice: ({ id }) => ({
        plan: {
          __typename: 'Plan',
          id,
          name: 'Plan 1',
          version: 3,
          initialState: {},
          inputSchema,
          source: null,
        },
      }),
    })
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Which month' })).value).toBe(
      '2026-10',
    )
  })

  it('can be submitted when the run and its plan are deleted', async () => {
    const gone = () => ({ errors: [{ message: 'not found' }] })
    open(definition, { ...answers, ModifiedRun: gone, PlanChoice: gone })
    expect((await month()).value).toBe('2026-10')
    expect(await screen.findByText('The run cannot be read any more; its definition is below.')).toBeTruthy()
  })
})

it('has a link back to the list', async () => {
  show(plans)
  expect(screen.getByRole('link', { name: 'Workqueue List' })).toHaveProperty(
    'pathname',
    '/apps/a1/workqueues',
  )
  await screen.findByText('Plan 1')
})
