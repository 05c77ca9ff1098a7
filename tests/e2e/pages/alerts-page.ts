import { expect, type Locator, type Page } from 'playwright/test'

/** The tab of the account page with the rules that send messages. */
export class AlertsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(query = ''): Promise<void> {
    await this.#page.goto(`/account?tab=alerts${query}`)
    await expect(this.#page.getByRole('tab', { name: 'Alerts' })).toHaveAttribute('aria-selected', 'true')
  }

  row(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Alerts' }).getByRole('row').filter({ hasText: name })
  }

  /** The editor of a rule. */
  editor(name = 'New Rule'): Locator {
    return this.#page.getByRole('region', { name, exact: true })
  }

  deliveries(): Locator {
    return this.#page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
  }

  /** The secret of the dialog that shows it once; closes it. */
  async secret(): Promise<string> {
    const dialog = this.#page.getByRole('dialog', { name: 'Secret of the webhook' })
    const secret = (await dialog.getByRole('region').textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toBeHidden()
    return secret
  }
}
