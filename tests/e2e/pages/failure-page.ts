import type { Locator, Page } from 'playwright/test'
import { expect } from '../operator.ts'

/** The page of a failure. */
export class FailurePage {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async expectSentence(sentence: string): Promise<void> {
    await expect(this.page.getByRole('region', { name: 'Failure', exact: true })).toContainText(sentence)
  }

  /** Opens the dialog that moves its tasks to another alias. */
  async openAliases(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'On another alias…' }).click()
    const dialog = this.page.getByRole('dialog', { name: /failed tasks? on another alias$/ })
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    return dialog
  }

  /** Expects so many of its tasks to be on an alias. */
  async expectAlias(alias: string, tasks: number): Promise<void> {
    const table = this.page.getByRole('table', { name: 'Tasks of the failure' })
    await expect(table.getByRole('cell').filter({ hasText: `· ${alias}` })).toHaveCount(tasks)
  }
}
