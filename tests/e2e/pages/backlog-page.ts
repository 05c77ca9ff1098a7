import { expect, type Locator, type Page } from 'playwright/test'
import operations from '../../../shared/operations.json' with { type: 'json' }

const backlogHash = Object.entries(operations).find(([, { name }]) => name === 'Backlog')?.[0] ?? 'none'

/** The dashboard with the backlog. */
export class BacklogPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(query = ''): Promise<void> {
    await this.#page.goto(`/dashboard${query}`)
    await expect(this.#page.getByRole('heading', { name: 'Backlog', exact: true })).toBeVisible()
  }

  /** Counts the readings of the backlog from now on. */
  countReads(): () => number {
    let reads = 0
    this.#page.on('request', (request) => {
      if (request.postData()?.includes(backlogHash)) reads += 1
    })
    return () => reads
  }

  search(): Locator {
    return this.#page.getByRole('searchbox', { name: 'Search (regex)' })
  }

  row(type: string): Locator {
    return this.#page.getByRole('row').filter({ hasText: type })
  }

  /** The types listed, from the top, among those that the pattern is found in. */
  async expectTypes(...types: string[]): Promise<void> {
    const names = this.#page.getByRole('table', { name: 'Backlog' }).locator('tbody tr > td:first-child')
    await expect(names).toHaveText(types)
  }

  /** The row's count in a column, from 1 on. */
  cell(type: string, column: number): Locator {
    return this.row(type)
      .getByRole('cell')
      .nth(column - 1)
      .locator('[data-value]')
  }

  async sortBy(column: string): Promise<void> {
    await this.#page.getByRole('columnheader', { name: column, exact: true }).getByRole('button').click()
  }
}
