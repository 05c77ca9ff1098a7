import { expect, type Locator, type Page } from 'playwright/test'

/** The account's own screen: members, invitations, settings. */
export class AccountPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async open(): Promise<void> {
    await this.#page.getByRole('button', { name: /^User:/ }).click()
    await this.#page.getByRole('menuitem', { name: 'Account' }).click()
    await expect(this.#page.getByRole('table', { name: 'Members' })).toBeVisible()
  }

  member(email: string): Locator {
    return this.#page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: email })
  }

  invitation(email: string): Locator {
    return this.#page.getByRole('table', { name: 'Invitations' }).getByRole('row').filter({ hasText: email })
  }

  async invite(email: string, role: 'owner' | 'member'): Promise<void> {
    await this.#page.getByRole('button', { name: 'Invite' }).click()
    const dialog = this.#page.getByRole('dialog', { name: 'Invite to account' })
    await expect(dialog.getByRole('button', { name: 'Invite' })).toBeDisabled()
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByLabel('Role').selectOption(role)
    await dialog.getByLabel('E-mail').press('Enter')
    await expect(dialog).toBeHidden()
  }

  /** Invites a viewer of one app, who sees no states, inputs, outputs and logs. */
  async inviteViewer(email: string, app: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Invite' }).click()
    const dialog = this.#page.getByRole('dialog', { name: 'Invite to account' })
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByLabel('Role').selectOption('viewer')
    await dialog.getByRole('button', { name: 'Named apps' }).click()
    await dialog.getByText(app, { exact: true }).click()
    await dialog.getByText('Hide payloads', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog).toBeHidden()
  }
}
