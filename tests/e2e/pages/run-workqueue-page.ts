import { expect, type Locator, type Page } from 'playwright/test'
import { editorOf, writeInEditor } from './editor.ts'

/** Run Workqueue: from a plan, or by a definition. */
export class RunWorkqueuePage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(appId: string, definition?: object): Promise<void> {
    const query = definition ? `?workqueue=${encodeURIComponent(JSON.stringify(definition))}` : ''
    await this.#page.goto(`/apps/${appId}/workqueues/create${query}`)
  }

  /** Opens the dialog that runs a plan. */
  async choosePlan(plan: string): Promise<Locator> {
    await this.#page.getByRole('tab', { name: 'From Plan' }).click()
    await this.#page.getByText(plan, { exact: true }).first().click()
    const dialog = this.#page.getByRole('dialog', { name: plan })
    await expect(dialog).toBeVisible()
    return dialog
  }

  /** Types into the search of plans, by keys only. */
  async search(text: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: 'Search plans' }).waitFor()
    await this.#page.keyboard.press('/')
    await this.#page.keyboard.type(text)
  }

  /**
   * Starts a plan with its initial state unchanged and waits for the new workqueue's page. Returns its id.
   */
  async runPlan(plan: string): Promise<string> {
    const dialog = await this.choosePlan(plan)
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    return this.startedId()
  }

  async openApi(): Promise<void> {
    await this.#page.getByRole('tab', { name: 'via API' }).click()
  }

  async write(label: string, text: string): Promise<void> {
    await writeInEditor(this.#page, label, text)
  }

  editor(label: string): Locator {
    return editorOf(this.#page, label)
  }

  /** Submits the definition in the editor. */
  async submit(): Promise<string> {
    await this.openApi()
    await this.clickSubmit()
    return this.startedId()
  }

  async clickSubmit(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Submit' }).click()
  }

  /** Waits for the page of the workqueue that was started. Returns its id. */
  async startedId(): Promise<string> {
    await this.#page.waitForURL(/\/workqueues\/(?!create)[^/?]+$/)
    return new URL(this.#page.url()).pathname.split('/').at(-1) ?? ''
  }
}
