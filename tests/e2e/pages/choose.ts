import { expect, type Locator, type Page } from 'playwright/test'

/** Chooses an option in a searchable field by typing a part of its name. */
export async function choose(within: Locator, label: string, name: string): Promise<void> {
  const field = within.getByRole('combobox', { name: label })
  await field.fill(name)
  await within.getByRole('option', { name, exact: true }).click()
}

/** Checks an entry of the menu that a button opens, then closes the menu. */
export async function checkInMenu(page: Page, button: RegExp, name: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const entry = page.getByRole('menuitemcheckbox', { name, exact: true })
  // Bringing an entry into view can move its menu to the other side of the button, so not within the click.
  await entry.hover()
  await entry.click()
  await expect(entry).toBeChecked()
  await page.keyboard.press('Escape')
}
