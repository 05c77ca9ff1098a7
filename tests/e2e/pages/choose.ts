import type { Locator } from 'playwright/test'

/** Chooses an option in a searchable field by typing a part of its name. */
export async function choose(within: Locator, label: string, name: string): Promise<void> {
  const field = within.getByRole('combobox', { name: label })
  await field.fill(name)
  await within.getByRole('option', { name, exact: true }).click()
}
