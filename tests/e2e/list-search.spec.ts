import type { Api } from './operator.ts'
import { expect, test } from './operator.ts'
import { unique } from './unique.ts'

/** Each list, its noun, and what an entity of it needs besides its name. */
const lists: [path: string, noun: string, fields: (api: Api) => Promise<object>][] = [
  ['plans', 'plan', async () => ({ tasks: [] })],
  ['workers', 'worker', async (api) => ({ teamId: await api.create('teams', { name: unique('Team') }) })],
  ['scripts', 'script', async (api) => ({ teamId: await api.create('teams', { name: unique('Team') }) })],
  ['clusters', 'cluster', async () => ({ teamId: null, tags: [] })],
]

for (const [path, noun, fields] of lists)
  test(`${path} are found by typing, and the address keeps the search`, async ({ page, api }) => {
    const [wanted, other] = [unique(`Wanted ${noun}`), unique(`Other ${noun}`)]
    const rest = await fields(api)
    for (const name of [wanted, other]) await api.create(path, { name, ...rest })
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await page.goto(`/${path}?perPage=100`)
    await expect(link(other)).toBeVisible()
    const field = page.getByRole('searchbox', { name: `Search ${path}` })
    await field.fill(wanted.toUpperCase())
    await expect(link(wanted)).toBeVisible()
    await expect(link(other)).toHaveCount(0)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(wanted.toUpperCase())
    await page.reload()
    await expect(field).toHaveValue(wanted.toUpperCase())
    await expect(link(wanted)).toBeVisible()
    await expect(link(other)).toHaveCount(0)
    await field.fill('nothing is called so')
    await expect(page.getByText(`No ${noun} matches nothing is called so`)).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(link(wanted)).toBeVisible()
    await expect(field).toHaveValue('')
  })
