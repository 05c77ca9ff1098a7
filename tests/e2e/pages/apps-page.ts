import { expect, type Locator, type Page } from 'playwright/test'

/** The apps list and its New App dialog. */
export class AppsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async expectShown(): Promise<void> {
    await expect(this.#page.getByRole('heading', { name: 'Apps', exact: true })).toBeVisible()
  }

  /** Opens the New App dialog. */
  async openNew(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'New App' }).first().click()
    return this.#page.getByRole('dialog', { name: 'New App' })
  }

  card(name: string): Locator {
    return this.#page.getByRole('listitem').filter({ hasText: name }).first()
  }

  /** Creates an app and waits for its page. Returns the app's id. */
  async create(name: string, description: string): Promise<string> {
    const dialog = await this.openNew()
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
