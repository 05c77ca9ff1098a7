import { expect, type Page } from 'playwright/test'

/** The apps list and its New App dialog. */
export class AppsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async expectShown(): Promise<void> {
    await expect(this.#page.getByRole('heading', { name: 'Apps', exact: true })).toBeVisible()
  }

  /** Creates an app and waits for its page. Answers the app's id. */
  async create(name: string, description: string): Promise<string> {
    await this.#page.getByRole('button', { name: 'New App' }).first().click()
    const dialog = this.#page.getByRole('dialog', { name: 'New App' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Description').fill(description)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await this.#page.waitForURL(/\/apps\/[^/]+\/workqueues$/)
    return new URL(this.#page.url()).pathname.split('/')[2] ?? ''
  }

  async open(name: string): Promise<void> {
    await this.#page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click()
  }
}
