import { expect, type Locator, type Page } from 'playwright/test'

/** The schedules of an app, with the editor beside them. */
export class SchedulesPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(appId: string, query = ''): Promise<void> {
    await this.#page.goto(`/apps/${appId}/schedules${query}`)
    await expect(this.#page.getByRole('heading', { name: 'Schedules', level: 1 })).toBeVisible()
  }

  row(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Schedules' }).getByRole('row').filter({ hasText: name })
  }

  /** The editor of a schedule. */
  editor(name?: string): Locator {
    return this.#page.getByRole('region', { name: name ? `Schedule ${name}` : 'New Schedule', exact: true })
  }

  /** The switch of a schedule: the input itself is not shown. */
  onSwitch(name: string): Locator {
    return this.#page.getByRole('switch', { name: `${name} runs by itself` })
  }

  async turn(name: string): Promise<void> {
    await this.onSwitch(name).evaluate((input: HTMLElement) => input.click())
  }
}
