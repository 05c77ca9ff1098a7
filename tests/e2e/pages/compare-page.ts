import type { Locator, Page } from 'playwright/test'

/** The page that compares two runs. */
export class ComparePage {
  readonly banner: Locator
  readonly summary: Locator
  /** The differing lines of the plan, once the editor has been loaded. */
  readonly planDiff: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.banner = page.locator('[data-banner]')
    this.summary = page.locator('[data-summary]')
    this.planDiff = page.getByRole('group', { name: 'Plan of both runs' })
  }

  /** A tab with its verdict. */
  tab(name: string): Locator {
    return this.page.getByRole('tab', { name })
  }

  row(task: string): Locator {
    return this.page.getByRole('table', { name: 'Tasks' }).getByRole('row').filter({ hasText: task })
  }

  async swap(): Promise<void> {
    await this.page.getByRole('button', { name: 'Swap the runs' }).click()
  }
}
