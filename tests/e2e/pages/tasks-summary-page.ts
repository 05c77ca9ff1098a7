import { expect, type Locator, type Page } from 'playwright/test'

/** Tasks Summary of an app. */
export class TasksSummaryPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(appId: string, query = ''): Promise<void> {
    await this.#page.goto(`/apps/${appId}/tasks-summary${query}`)
  }

  /** The badges of the three tabs. */
  async expectCounts(running: number, queued: number, failed: number): Promise<void> {
    const tabs = { Running: running, Queued: queued, Failed: failed }
    for (const [label, count] of Object.entries(tabs))
      await expect(this.tab(label)).toHaveText(`${label} ${count}`)
  }

  tab(label: string): Locator {
    return this.#page.getByRole('tab', { name: new RegExp(`^${label}`) })
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ hasText: name })
  }

  get period(): Locator {
    return this.#page.getByLabel('Period')
  }

  get refreshButton(): Locator {
    return this.#page.getByRole('button', { name: 'Refresh' })
  }

  async restart(task: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Restart Task: ${task}` }).click()
  }
}
