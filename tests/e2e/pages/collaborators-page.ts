import { expect, type Locator, type Page } from 'playwright/test'

/** The collaborators of an app. */
export class CollaboratorsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(appId: string): Promise<void> {
    await this.#page.goto(`/apps/${appId}/collaborators`)
  }

  row(email: string): Locator {
    return this.#page
      .getByRole('table', { name: 'Collaborators' })
      .getByRole('row')
      .filter({ hasText: email })
  }

  /** Opens the dialog New Collaborator. */
  async openNew(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'Add Collaborator' }).first().click()
    return this.#page.getByRole('dialog', { name: 'New Collaborator' })
  }

  async add(email: string): Promise<void> {
    const dialog = await this.openNew()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  /** Presses Delete of a row; answers the question that follows. */
  async askToDelete(email: string): Promise<Locator> {
    await this.#page.getByRole('button', { name: `Delete: ${email}` }).click()
    return this.#page.getByRole('alertdialog', { name: 'Delete Collaborator' })
  }
}
