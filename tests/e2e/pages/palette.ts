import { expect, type Locator, type Page } from 'playwright/test'

/** The palette, by keys only. */
export class Palette {
  readonly field: Locator
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
    this.field = page.getByRole('combobox', { name: 'Search or jump to' })
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await expect(this.field).toBeFocused()
  }

  /** Types words and opens the hit whose name begins with `name`. */
  async choose(words: string, name: string): Promise<void> {
    await this.open()
    await this.page.keyboard.type(words)
    const hit = this.page.getByRole('option', { name: new RegExp(`^${name}`) }).first()
    await expect(hit).toBeVisible()
    const [count, selected] = [
      await this.page.getByRole('option').count(),
      hit.and(this.page.getByRole('option', { selected: true })),
    ]
    for (let step = 0; step < count && (await selected.count()) === 0; step++)
      await this.page.keyboard.press('ArrowDown')
    // Later answers change the first hit, but move nothing under a selection that was moved to.
    await this.page.keyboard.press('ArrowDown')
    await this.page.keyboard.press('ArrowUp')
    await expect(selected).toBeVisible()
    await this.page.keyboard.press('Enter')
    // Until it has gone, keys are its own.
    await expect(this.field).toBeHidden()
  }
}
