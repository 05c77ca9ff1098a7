import { expect, type Locator, type Page } from 'playwright/test'
import { asksFor } from '../asks-for.ts'
import { settled } from './settled.ts'

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

  /** Opens the dashboard. When it resolves, only events and the clock change a counter. */
  async gotoLive(query = ''): Promise<void> {
    const isSettled = settled(this.#page, 'Backlog')
    await this.goto(query)
    await isSettled
    await expect(this.#page.locator('[data-live]')).toHaveAttribute('data-live', 'live')
  }

  /** Counts the reads of the backlog from now on. */
  countReads(): () => number {
    let reads = 0
    const isRead = asksFor('Backlog')
    this.#page.on('request', (request) => {
      if (isRead(request)) reads += 1
    })
    return () => reads
  }

  search(): Locator {
    return this.#page.getByRole('searchbox', { name: 'Search (regex)' })
  }

  row(type: string): Locator {
    return this.#page.getByRole('row').filter({ hasText: type })
  }

  /** The row of a queue, and what it opens with. */
  queue(type: string, alias: string): { row: Locator; details: Locator } {
    const name = `Details of ${type} ${alias}`
    return {
      row: this.#page.getByRole('row').filter({ has: this.#page.getByRole('button', { name, exact: true }) }),
      details: this.#page.getByRole('region', { name, exact: true }),
    }
  }

  /** The listed types that match the pattern, from the top. */
  async expectTypes(...types: string[]): Promise<void> {
    const names = this.#page.getByRole('table', { name: 'Backlog' }).locator('tbody tr > td:first-child')
    await expect(names).toHaveText(types)
  }

  /** The row's count in a column; columns are numbered from 1. */
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
