import { expect, type Locator, type Page } from 'playwright/test'
import { editorOf, writeInEditor } from './editor.ts'

const YAML = 'Configuration as YAML'

/** A deployment: its form, and its configuration in the Advanced View. */
export class DeploymentPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(clusterId: string, deploymentId: string, query = ''): Promise<void> {
    await this.#page.goto(`/clusters/${clusterId}/deployment/${deploymentId}${query}`)
  }

  async expectTitle(title: string): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  }

  field(name: string): Locator {
    return this.#page.getByRole('textbox', { name, exact: true })
  }

  button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true })
  }

  async chooseWorker(name: string): Promise<void> {
    await this.#page.getByRole('combobox', { name: 'Worker' }).fill(name)
    await this.#page.getByRole('option', { name, exact: true }).click()
  }

  /** The value of the variable in that row, counted from 1; a password field until it is shown. */
  value(row: number): Locator {
    return this.#page.getByLabel(`Value ${row}`, { exact: true })
  }

  async addVariable(row: number, key: string, value: string): Promise<void> {
    await this.button('Add Variable').click()
    await expect(this.field(`Key ${row}`)).toBeFocused()
    await this.field(`Key ${row}`).fill(key)
    await this.value(row).fill(value)
  }

  async switchView(): Promise<void> {
    await this.#page.getByRole('switch', { name: 'Advanced View' }).click()
  }

  /** The visible lines of the configuration. */
  yaml(): Locator {
    return editorOf(this.#page, YAML)
  }

  async expectYaml(text: string): Promise<void> {
    // The editor shows spaces as non-breaking ones.
    await expect(this.#page.locator('.view-lines')).toContainText(new RegExp(text.replaceAll(' ', '\\s')))
  }

  async writeYaml(text: string): Promise<void> {
    await writeInEditor(this.#page, YAML, text)
  }

  /** What a save would change. */
  preview(): Locator {
    return this.#page.getByRole('region', { name: 'Changes that are not applied yet' })
  }

  /** What the saves have changed. */
  changes(): Locator {
    return this.#page.getByRole('region', { name: 'Changes', exact: true })
  }

  faults(): Locator {
    return this.#page.getByRole('status', { name: 'Faults of the configuration' })
  }

  dialog(title: string): Locator {
    return this.#page.getByRole('alertdialog', { name: title })
  }

  async expectToast(text: string | RegExp): Promise<void> {
    await expect(this.#page.getByText(text, { exact: true }).first()).toBeVisible()
  }
}
