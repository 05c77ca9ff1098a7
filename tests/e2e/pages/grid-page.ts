import type { Locator, Page } from 'playwright/test'

/** The grid of a plan's runs. */
export class GridPage {
  readonly grid: Locator
  /** How many of the runs completed. */
  readonly outcome: Locator
  /** The card of the run under the pointer or the focus. */
  readonly card: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid')
    this.outcome = page.locator('[data-outcome]')
    this.card = page.locator('[data-run-card]')
  }

  async goto(appId: string, query = ''): Promise<void> {
    await this.page.goto(`/apps/${appId}/grid${query}`)
  }

  /** The squares of a task in that state, oldest run first. */
  squares(task: string, state: string): Locator {
    return this.grid.getByRole('gridcell', { name: new RegExp(`^${task}, .*: ${state}$`) })
  }

  /** The heads of the runs, oldest first. */
  runs(): Locator {
    return this.grid.getByRole('columnheader', { name: /^Run / })
  }
}
