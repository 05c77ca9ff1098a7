import { expect, type Page } from 'playwright/test'

/** Run Workqueue: from a plan, or by a definition. */
export class RunWorkqueuePage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Starts a plan with its initial state as it stands and waits for the new workqueue's page. Answers its id. */
  async runPlan(plan: string): Promise<string> {
    await this.#page.getByRole('tab', { name: 'From Plan' }).click()
    await this.#page.getByText(plan, { exact: true }).first().click()
    const dialog = this.#page.getByRole('dialog', { name: plan })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    return this.#startedId()
  }

  /** Submits the definition that stands in the editor. */
  async submit(): Promise<string> {
    await this.#page.getByRole('tab', { name: 'via API' }).click()
    await this.#page.getByRole('button', { name: 'Submit' }).click()
    return this.#startedId()
  }

  async #startedId(): Promise<string> {
    await this.#page.waitForURL(/\/workqueues\/(?!create)[^/?]+$/)
    return new URL(this.#page.url()).pathname.split('/').at(-1) ?? ''
  }
}
