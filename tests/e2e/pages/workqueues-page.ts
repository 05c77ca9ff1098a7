import { expect, type Locator, type Page } from 'playwright/test'
import { checkInMenu } from './choose.ts'
import { settled } from './settled.ts'

/** The workqueue list of an app. */
export class WorkqueuesPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(appId: string, query = ''): Promise<void> {
    await this.#page.goto(`/apps/${appId}/workqueues${query}`)
  }

  /** Opens the list. When it resolves, only events bring changes. */
  async gotoLive(appId: string, query = ''): Promise<void> {
    const isSettled = settled(this.#page, 'WorkqueueList')
    await this.goto(appId, query)
    await isSettled
    await this.expectLive('live')
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ has: this.#page.getByRole('link', { name, exact: true }) })
  }

  /** The listed names, from the top, without others. */
  async expectRows(...names: string[]): Promise<void> {
    const table = this.#page.getByRole('table', { name: 'Workqueues' })
    await expect(table.getByRole('link')).toHaveText(names)
  }

  /** Presses the line of the children below a run, which opens or closes them. */
  async openChildren(text: string, name: string): Promise<void> {
    await this.#page.getByRole('button', { name: `${text} - ${name}`, exact: true }).click()
  }

  children(name: string): Locator {
    return this.#page.getByRole('list', { name: `Children of ${name}`, exact: true })
  }

  /** `live`, `paused`, `connecting` or `stale`. */
  async expectLive(mark: string): Promise<void> {
    await expect(this.#page.locator('[data-live]')).toHaveAttribute('data-live', mark)
  }

  async expectStatus(name: string, status: string): Promise<void> {
    await expect(this.row(name).first()).toContainText(status, { timeout: 20_000 })
  }

  async filterStatus(status: string): Promise<void> {
    await checkInMenu(this.#page, /^Status/, status)
  }

  async filterTag(tag: string): Promise<void> {
    await this.#page.getByRole('button', { name: /^Tags/ }).click()
    await this.#page.getByRole('textbox', { name: 'Add to Tags' }).fill(tag)
    await this.#page.keyboard.press('Enter')
    await this.#page.keyboard.press('Escape')
  }

  async select(name: string): Promise<void> {
    await this.row(name).first().getByRole('checkbox').check({ force: true })
  }

  /** Cancels what is selected by the button with that label, and confirms. */
  async cancelSelected(label: string): Promise<void> {
    await this.#page.getByRole('button', { name: label, exact: true }).click()
    await this.#page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()
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
