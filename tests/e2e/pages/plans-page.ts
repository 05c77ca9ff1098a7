import { expect, type Locator, type Page } from 'playwright/test'
import { writeInEditor } from './editor.ts'

/** The list of plans and the page of one. */
export class PlansPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async gotoList(query = ''): Promise<void> {
    await this.#page.goto(`/plans${query}`)
  }

  async goto(id: string): Promise<void> {
    await this.#page.goto(`/plans/${id}`)
    await expect(this.#page.locator('.view-line').first()).toBeVisible()
  }

  link(name: string): Locator {
    return this.#page.getByRole('link', { name, exact: true })
  }

  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ has: this.link(name) })
  }

  async openNew(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'New Plan' }).click()
    return this.#page.getByRole('dialog', { name: 'New Plan' })
  }

  /** Waits for the page of a plan. Returns its id. */
  async openedId(): Promise<string> {
    await this.#page.waitForURL(/\/plans\/[^/?]+$/)
    return new URL(this.#page.url()).pathname.split('/').at(-1) ?? ''
  }

  /** A task in the graph, by its name. */
  node(task: string): Locator {
    return this.#page.getByRole('button', { name: new RegExp(`^${task}, task\\.`) })
  }

  button(name: 'Delete Plan' | 'Run Plan' | 'Save Plan'): Locator {
    return this.#page.locator('main').getByRole('button', { name, exact: true })
  }

  async openHistory(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'History', exact: true }).click()
    return this.#page.getByRole('dialog', { name: 'History' })
  }

  async write(plan: string, text: string): Promise<void> {
    await writeInEditor(this.#page, `Definition of ${plan}`, text)
  }

  /** Answers the confirmation of a save. */
  async save(): Promise<void> {
    await this.button('Save Plan').click()
    const dialog = this.#page.getByRole('alertdialog', { name: 'Update Plan' })
    await expect(dialog).toContainText('Are you sure you want to update this plan?')
    await dialog.getByRole('button', { name: 'Update Plan' }).click()
  }

  get faults(): Locator {
    return this.#page.getByRole('alert', { name: 'Faults of the definition' })
  }

  /** What is wrong in the text, counted. */
  get status(): Locator {
    return this.#page.getByRole('region', { name: 'Definition' }).getByRole('status')
  }

  /** The listed problems of the text. */
  get problems(): Locator {
    return this.#page.getByRole('list', { name: 'Problems of the definition' }).getByRole('listitem')
  }

  get unsaved(): Locator {
    return this.#page.getByText('Unsaved changes', { exact: true })
  }
}
