import { expect, type Locator, type Page } from 'playwright/test'
import { editorOf, writeInEditor } from './editor.ts'

/** The list of workers and the page of one. */
export class WorkersPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async gotoList(query = ''): Promise<void> {
    await this.#page.goto(`/workers${query}`)
  }

  async goto(id: string, query = ''): Promise<void> {
    await this.#page.goto(`/workers/${id}${query}`)
    await expect(this.button('Starter Kits')).toBeVisible()
  }

  /** Waits for the editors, which load after the page. */
  async expectEditors(): Promise<void> {
    for (const label of ['Inputs', 'Outputs'] as const) await expect(this.editor(label)).toBeAttached()
  }

  link(name: string): Locator {
    return this.#page.getByRole('link', { name, exact: true })
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ has: this.link(name) })
  }

  get showDeleted(): Locator {
    return this.#page.getByRole('switch', { name: 'Show Deleted' })
  }

  async openNew(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'New Worker' }).click()
    return this.#page.getByRole('dialog', { name: 'New Worker' })
  }

  button(name: string): Locator {
    return this.#page.locator('main').getByRole('button', { name, exact: true })
  }

  editor(label: 'Inputs' | 'Outputs'): Locator {
    return editorOf(this.#page, label)
  }

  async write(label: 'Inputs' | 'Outputs', text: string): Promise<void> {
    await writeInEditor(this.#page, label, text)
  }

  /** Answers the confirmation that a button opens. */
  async confirm(title: string, question: string, answer: string): Promise<void> {
    const dialog = this.#page.getByRole('alertdialog', { name: title })
    await expect(dialog).toContainText(question)
    await dialog.getByRole('button', { name: answer, exact: true }).click()
  }

  get aliases(): Locator {
    return this.#page.getByRole('table', { name: 'Aliases' })
  }

  /** The row of an alias, without its private keys. */
  alias(name: string): Locator {
    const own = this.#page.getByRole('button', { name: `Copy Access Key: ${name}`, exact: true })
    return this.aliases.getByRole('row').filter({ has: own })
  }

  keys(alias: string): Locator {
    return this.#page.getByRole('table', { name: `Private Keys: ${alias}` })
  }

  /** Generates a private key and returns the dialog that shows it. */
  async generateKey(alias: string, name: string): Promise<Locator> {
    await this.button(`Generate New Priv Key: ${alias}`).click()
    const dialog = this.#page.getByRole('dialog', { name: 'New Alias Private Key' })
    await expect(dialog.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled()
    await dialog.getByLabel('Private Key Name').fill(name)
    await this.#page.keyboard.press('Enter')
    return this.#page.getByRole('dialog', { name: 'Private Key', exact: true })
  }

  /** The last copied text. */
  async copied(): Promise<string> {
    return this.#page.evaluate(() => navigator.clipboard.readText())
  }
}
