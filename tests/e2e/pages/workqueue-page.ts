import { expect, type Locator, type Page } from 'playwright/test'

/** The detail of one workqueue. */
export class WorkqueuePage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(appId: string, id: string): Promise<void> {
    await this.#page.goto(`/apps/${appId}/workqueues/${id}`)
  }

  /** `Initial State` or `Output State`. */
  state(name: string): Locator {
    return this.#page.getByLabel(name, { exact: true }).first()
  }

  get cancelButton(): Locator {
    return this.#page.getByRole('button', { name: 'Cancel', exact: true })
  }

  /** Arrows of the graph: all, or the dashed ones. */
  arrows(kind: 'all' | 'dashed'): Locator {
    return this.#page.locator(kind === 'all' ? '.task-edge' : '.task-edge[data-dashed]')
  }

  async showLogs(task: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Show Logs: ${task}` }).click()
  }

  logs(task: string): Locator {
    return this.#page.getByRole('region', { name: `Logs of ${task}` })
  }

  async expectStatus(status: string): Promise<void> {
    await expect(this.#page.locator('main header').getByText(status, { exact: true })).toBeVisible({
      timeout: 30_000,
    })
  }

  taskRow(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Tasks' }).getByRole('row').filter({ hasText: name }).first()
  }

  async expectTask(name: string, status: string): Promise<void> {
    await expect(this.taskRow(name)).toContainText(status, { timeout: 30_000 })
  }

  /** The status that a task's node in the graph tells. */
  async expectNode(name: string, status: string): Promise<void> {
    await expect(this.#page.getByLabel(new RegExp(`^${name}, ${status},`)).first()).toBeVisible({
      timeout: 30_000,
    })
  }

  async restart(task: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Re Run: ${task}` }).click()
  }

  async cancel(): Promise<void> {
    await this.cancelButton.click()
    const dialog = this.#page.getByRole('dialog').or(this.#page.getByRole('alertdialog'))
    await dialog.getByRole('button', { name: 'Cancel workqueue' }).click()
  }
}
