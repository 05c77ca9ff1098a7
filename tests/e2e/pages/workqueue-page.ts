import { expect, type Locator, type Page } from 'playwright/test'

/** The detail of one workqueue. */
export class WorkqueuePage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async expectStatus(status: string): Promise<void> {
    await expect(this.#page.getByTestId('workqueue-status')).toHaveText(status, { timeout: 30_000 })
  }

  taskRow(name: string): Locator {
    return this.#page
      .getByRole('table', { name: 'Task Details' })
      .getByRole('row')
      .filter({ hasText: name })
      .first()
  }

  async expectTask(name: string, status: string): Promise<void> {
    await expect(this.taskRow(name)).toContainText(status, { timeout: 30_000 })
  }

  /** The node of a task in the graph; its accessible name tells the status. */
  node(name: string): Locator {
    return this.#page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).first()
  }

  async cancel(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await this.#page
      .getByRole('dialog')
      .or(this.#page.getByRole('alertdialog'))
      .getByRole('button', { name: /Cancel workqueue/i })
      .click()
  }
}
