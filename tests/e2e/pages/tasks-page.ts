import { expect, type Locator, type Page } from 'playwright/test'
import { checkInMenu } from './choose.ts'
import { DateIntervalPicker } from './date-interval.ts'

/** The tasks of an app. */
export class TasksPage {
  readonly #page: Page
  readonly created: DateIntervalPicker

  constructor(page: Page) {
    this.#page = page
    this.created = new DateIntervalPicker(page, 'Created')
  }

  async goto(appId: string, query = ''): Promise<void> {
    await this.#page.goto(`/apps/${appId}/tasks${query}`)
  }

  get table(): Locator {
    return this.#page.getByRole('table', { name: 'Tasks' })
  }

  row(name: string): Locator {
    return this.table
      .getByRole('row')
      .filter({ has: this.#page.getByRole('link', { name, exact: true }) })
      .first()
  }

  /** The listed names, in any order, without others. */
  async expectTasks(...names: string[]): Promise<void> {
    await expect
      .poll(async () => (await this.table.getByRole('link').allTextContents()).sort())
      .toEqual([...names].sort())
  }

  async search(text: string): Promise<void> {
    const box = this.#page.getByRole('combobox', { name: 'Search tasks' })
    await box.fill(text)
    await box.press('Enter')
  }

  async filterStatus(status: string): Promise<void> {
    await checkInMenu(this.#page, /^Status/, status)
  }

  /** Opens the filter of types; returns its options. */
  async openTypes(): Promise<Locator> {
    await this.#page.getByRole('button', { name: /^Type/ }).click()
    return this.#page.getByRole('dialog', { name: 'Type' })
  }

  async filterType(type: string): Promise<void> {
    const types = await this.openTypes()
    await types.getByLabel('Search types').fill(type)
    await types.getByRole('checkbox', { name: type, exact: true }).click()
    await this.#page.keyboard.press('Escape')
    await expect(types).toBeHidden()
  }
}
