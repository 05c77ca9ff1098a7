import { expect, type Locator, type Page } from 'playwright/test'

/** The workqueue list of an app. */
export class WorkqueuesPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ has: this.#page.getByRole('link', { name, exact: true }) })
  }

  async expectStatus(name: string, status: string): Promise<void> {
    await expect(this.row(name).first()).toContainText(status, { timeout: 20_000 })
  }

  async select(name: string): Promise<void> {
    await this.row(name).first().getByRole('checkbox').check({ force: true })
  }

  async runNew(): Promise<void> {
    await this.#page
      .getByRole('button', { name: 'Run New Workqueue' })
      .or(this.#page.getByRole('link', { name: 'Run New Workqueue' }))
      .first()
      .click()
  }

  async open(name: string): Promise<void> {
    await this.#page.getByRole('link', { name, exact: true }).first().click()
  }
}
