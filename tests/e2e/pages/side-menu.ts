import { expect, type Page } from 'playwright/test'

/** The menu of all screens. */
export class SideMenu {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** The names of its entries on the screen that is shown; first those that only screens of the same section have. */
  async entries(): Promise<string[]> {
    const links = this.#page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links.first()).toBeVisible()
    return links.evaluateAll((all) =>
      all
        .map((link) => ({
          name: link.getAttribute('aria-label') ?? '',
          isNested: link.closest('ul ul') !== null,
        }))
        .toSorted((a, b) => Number(b.isNested) - Number(a.isNested))
        .map(({ name }) => name),
    )
  }

  async open(entry: string): Promise<void> {
    const menu = this.#page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: entry, exact: true }).click()
  }
}
