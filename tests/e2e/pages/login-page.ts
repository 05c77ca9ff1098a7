import { expect, type Page } from 'playwright/test'

/** The legacy sign-in form. */
export class LoginPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.#page.getByLabel('E-mail').fill(email)
    await this.#page.getByLabel('Password', { exact: true }).fill(password)
    await this.#page.getByRole('button', { name: 'Sign In' }).click()
  }

  async expectShown(): Promise<void> {
    await expect(this.#page.getByLabel('E-mail')).toBeVisible()
  }
}
