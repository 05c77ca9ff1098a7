import { expect, type Locator, type Page } from 'playwright/test'

/** Clusters: the list, New Cluster, and one cluster with its deployments. */
export class ClustersPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(query = ''): Promise<void> {
    await this.#page.goto(`/clusters${query}`)
    await expect(this.#page.getByRole('heading', { name: 'Clusters', exact: true })).toBeVisible()
  }

  async gotoCluster(id: string): Promise<void> {
    await this.#page.goto(`/clusters/${id}`)
    await expect(this.field('Name')).toBeVisible()
  }

  /** The row of a table on the page that names a cluster or a deployment. */
  row(name: string): Locator {
    return this.#page.getByRole('row').filter({ has: this.#page.getByRole('link', { name, exact: true }) })
  }

  /** Opens the New Cluster dialog, once the list is read: an empty one has the button elsewhere. */
  async openNew(): Promise<Locator> {
    await expect(this.#page.getByRole('table', { name: 'Clusters' })).toHaveAttribute('aria-busy', 'false')
    await this.#page.getByRole('button', { name: 'New Cluster' }).click()
    return this.#page.getByRole('dialog', { name: 'New Cluster' })
  }

  field(name: string): Locator {
    return this.#page.getByRole('textbox', { name, exact: true })
  }

  /** The field `Team`, on the page or in a dialog. */
  team(within: Locator | Page = this.#page): Locator {
    return within.getByRole('combobox', { name: 'Team' })
  }

  async chooseTeam(name: string, within?: Locator): Promise<void> {
    await this.team(within).fill(name)
    await this.#page.getByRole('option', { name, exact: true }).click()
  }

  /** The tags of the form, in order. */
  async expectTags(...tags: string[]): Promise<void> {
    await expect(this.#page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(tags)
  }

  button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true })
  }

  /** Answers the confirmation with that title by its primary button. */
  async confirm(title: string): Promise<void> {
    await this.#page.getByRole('alertdialog', { name: title }).getByRole('button', { name: title }).click()
  }
}
