import type { Locator, Page } from 'playwright/test'

/** The start addresses on the page of a plan. */
export class HooksPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  row(name: string): Locator {
    return this.#list().getByRole('row').filter({ hasText: name }).first()
  }

  /** Opens the last calls of one. */
  async open(name: string): Promise<void> {
    await this.#list().getByRole('link', { name, exact: true }).click()
  }

  calls(name: string): Locator {
    return this.#page.getByRole('table', { name: `Last calls: ${name}` })
  }

  /** The switch of one: the input itself is not shown. */
  onSwitch(name: string): Locator {
    return this.#page.getByRole('switch', { name: `${name} starts runs` })
  }

  async turn(name: string): Promise<void> {
    await this.onSwitch(name).evaluate((input: HTMLElement) => input.click())
  }

  /** The dialog that shows a secret, once. */
  secret(): Locator {
    return this.#page.getByRole('dialog', { name: 'Secret of the start address' })
  }

  #list(): Locator {
    return this.#page.getByRole('table', { name: 'Start addresses of this plan' })
  }
}
