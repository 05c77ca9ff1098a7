import { expect, type Locator, type Page } from 'playwright/test'
import { writeInEditor } from './editor.ts'

/** The list of scripts and the page of one. */
export class ScriptsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async gotoList(query = ''): Promise<void> {
    await this.#page.goto(`/scripts${query}`)
  }

  async goto(id: string): Promise<void> {
    await this.#page.goto(`/scripts/${id}`)
    await expect(this.code).toBeVisible()
  }

  link(name: string): Locator {
    return this.#page.getByRole('link', { name, exact: true })
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ has: this.link(name) })
  }

  async openNew(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'New Script' }).click()
    return this.#page.getByRole('dialog', { name: 'New Script' })
  }

  button(name: 'Delete Script' | 'Update Script'): Locator {
    return this.#page.locator('main').getByRole('button', { name, exact: true })
  }

  /** Runs the code with these inputs. */
  async test(inputs: object): Promise<void> {
    await this.#page.getByRole('button', { name: 'Test this code' }).click()
    await writeInEditor(this.#page, 'Inputs of the test', JSON.stringify(inputs))
    await this.#page.getByRole('button', { name: 'Run', exact: true }).click()
  }

  /** A part of the result of a test. */
  result(part: 'Outputs' | 'Log' | 'Fault'): Locator {
    return this.#page.getByRole('region', { name: part })
  }

  /** The lines of the code. */
  get code(): Locator {
    return this.#page.locator('.view-lines')
  }

  async write(text: string): Promise<void> {
    await writeInEditor(this.#page, 'Code', text)
  }
}
