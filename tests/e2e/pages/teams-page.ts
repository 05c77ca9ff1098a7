import { expect, type Locator, type Page } from 'playwright/test'

/** The cards of teams and the page of one. */
export class TeamsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async gotoList(): Promise<void> {
    await this.#page.goto('/teams')
    await expect(this.#page.getByRole('heading', { name: 'Teams', exact: true })).toBeVisible()
  }

  async goto(id: string): Promise<void> {
    await this.#page.goto(`/teams/${id}`)
    await expect(this.members).toBeVisible()
  }

  card(name: string): Locator {
    return this.#page
      .getByRole('listitem')
      .filter({ has: this.#page.getByRole('heading', { name, exact: true }) })
  }

  /** Opens the dialog of a button. */
  async open(button: string, title = button): Promise<Locator> {
    await this.#page.getByRole('button', { name: button, exact: true }).click()
    return this.#page.getByRole('dialog', { name: title })
  }

  get members(): Locator {
    return this.#page.getByRole('table', { name: 'Members' })
  }

  member(email: string): Locator {
    return this.members.getByRole('row').filter({ hasText: email })
  }

  async delete(email: string): Promise<void> {
    await this.member(email)
      .getByRole('button', { name: /^Delete/ })
      .click()
    const dialog = this.#page.getByRole('alertdialog', { name: 'Delete Member' })
    await expect(dialog).toContainText('Are you sure you want to delete this member?')
    await expect(dialog).toContainText(email)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  }
}
