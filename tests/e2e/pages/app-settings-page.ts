import type { Locator, Page } from 'playwright/test'

/** Settings of an app: access tokens and variables. */
export class AppSettingsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(appId: string): Promise<void> {
    await this.#page.goto(`/apps/${appId}/settings`)
  }

  /** `Access Tokens` or `Variables`. */
  panel(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true })
  }

  /** The rows below the header of a panel's table. */
  rows(name: string): Locator {
    return this.panel(name)
      .getByRole('row')
      .filter({ has: this.#page.getByRole('button') })
  }

  async addToken(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Add Token' }).click()
  }

  /** Opens the dialog New Variable. */
  async openNewVariable(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'Add Variable' }).click()
    return this.#page.getByRole('dialog', { name: 'New Variable' })
  }

  /** Confirms or refuses the question that deletes something. */
  question(title: string): Locator {
    return this.#page.getByRole('alertdialog', { name: title })
  }
}
