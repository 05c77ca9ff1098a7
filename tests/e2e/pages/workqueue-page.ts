import { expect, type Locator, type Page } from 'playwright/test'

/** Statuses on the screen of a run. */
export interface ShownStatuses {
  run: string
  graph: Record<string, string>
  table: Record<string, string>
}

/** The detail of one workqueue. */
export class WorkqueuePage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(appId: string, id: string): Promise<void> {
    await this.#page.goto(`/apps/${appId}/workqueues/${id}`)
  }

  /** `Initial State` or `Output State`. */
  state(name: string): Locator {
    return this.#page.getByLabel(name, { exact: true }).first()
  }

  /** What happens in the run, with the action that fixes it. */
  get banner(): Locator {
    return this.#page.getByRole('region', { name: 'What happens' })
  }

  /** The lengths of the states, below their counts. */
  get strip(): Locator {
    return this.#page.locator('[data-state-strip]')
  }

  /** The log, inputs, attempts and cause of a task, beside the view. */
  drawer(task: string): Locator {
    return this.#page.getByRole('region', { name: `Task ${task}`, exact: true })
  }

  get cancelButton(): Locator {
    return this.#page.getByRole('button', { name: 'Cancel', exact: true })
  }

  /** Arrows of the graph: all, or the dashed ones. */
  arrows(kind: 'all' | 'dashed'): Locator {
    return this.#page.locator(kind === 'all' ? '.task-edge' : '.task-edge[data-dashed]')
  }

  /** The tasks of a fan-out as rows below the graph. */
  fanOut(name: string): Locator {
    return this.#page.getByRole('region', { name: `Tasks of ${name}` })
  }

  /** The tasks of a fan-out as squares in its node. */
  squares(name: string): Locator {
    return this.#page.getByRole('listbox', { name: new RegExp(`^${name}, `) })
  }

  /** Clicks a square, counted from 0, in the first row of squares. */
  async pickSquare(name: string, index: number): Promise<void> {
    const squares = this.squares(name)
    const [box, width] = [
      await squares.boundingBox(),
      await squares.evaluate((grid) => (grid as HTMLElement).offsetWidth),
    ]
    const zoom = (box?.width ?? width) / width
    await squares.click({ position: { x: (index * 14 + 6) * zoom, y: 6 * zoom } })
  }

  async showLogs(task: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Show Logs: ${task}` }).click()
  }

  logs(task: string): Locator {
    return this.#page.getByRole('region', { name: `Logs of ${task}` })
  }

  async expectStatus(status: string): Promise<void> {
    await expect(this.#page.locator('main header').getByText(status, { exact: true })).toBeVisible({
      timeout: 30_000,
    })
  }

  taskRow(name: string): Locator {
    return this.#page.getByRole('table', { name: 'Tasks' }).getByRole('row').filter({ hasText: name }).first()
  }

  async expectTask(name: string, status: string): Promise<void> {
    await expect(this.taskRow(name)).toContainText(status, { timeout: 30_000 })
  }

  /** The status that a task's node in the graph shows. */
  async expectNode(name: string, status: string): Promise<void> {
    await expect(this.#page.getByLabel(new RegExp(`^${name}, ${status},`)).first()).toBeVisible({
      timeout: 30_000,
    })
  }

  /** The statuses in the header, the graph and the table at this moment, the latter two by task name. */
  async statuses(): Promise<ShownStatuses> {
    return this.#page.evaluate(() => {
      const within = (element: Element | null) =>
        element?.querySelector('[data-status]')?.getAttribute('data-status') ?? ''
      const nodes = [...document.querySelectorAll('.task-node')].map((node) => [
        node.querySelector('.task-node-name')?.textContent,
        node.getAttribute('data-status'),
      ])
      const names = nodes.map(([name]) => name)
      const rows = [...document.querySelectorAll('table[aria-label="Tasks"] tbody tr')].flatMap((row) => {
        const name = names.find((known) => known && row.textContent?.includes(known))
        return name ? [[name, within(row)]] : []
      })
      return {
        run: within(document.querySelector('main header')),
        graph: Object.fromEntries(nodes) as Record<string, string>,
        table: Object.fromEntries(rows) as Record<string, string>,
      }
    })
  }

  /** `live`, `paused`, `connecting` or `stale`. */
  async expectLive(mark: string): Promise<void> {
    await expect(this.#page.locator('[data-live]')).toHaveAttribute('data-live', mark)
  }

  /** What is shown is up to date: a run that has ended has no mark. */
  async expectCurrent(): Promise<void> {
    await expect(this.#page.locator('[data-live]:not([data-live=live])')).toHaveCount(0)
  }

  async restart(task: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Re Run: ${task}` }).click()
  }

  async cancel(): Promise<void> {
    await this.cancelButton.click()
    const dialog = this.#page.getByRole('dialog').or(this.#page.getByRole('alertdialog'))
    await dialog.getByRole('button', { name: 'Cancel workqueue' }).click()
  }
}
