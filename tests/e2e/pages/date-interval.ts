import { expect, type Locator, type Page } from 'playwright/test'

/** One moment, as the fields of the picker accept it. */
export interface PickedMoment {
  date: string
  hour: number
  minute?: number
}

/** The date interval picker of a filter. */
export class DateIntervalPicker {
  readonly #page: Page
  readonly #label: string

  constructor(page: Page, label: string) {
    this.#page = page
    this.#label = label
  }

  get chip(): Locator {
    return this.#page.getByRole('button', { name: new RegExp(`^${this.#label} (Select dates|From|To)`) })
  }

  /** The open panel. */
  get panel(): Locator {
    return this.#page.getByRole('dialog', { name: this.#label })
  }

  async open(): Promise<void> {
    await this.chip.click()
    await expect(this.field('From', 'date')).toBeVisible()
  }

  field(side: 'From' | 'To', part: 'date' | 'hour' | 'minute'): Locator {
    return this.panel.getByLabel(`${side} ${part}`)
  }

  async set(side: 'From' | 'To', { date, hour, minute = 0 }: PickedMoment): Promise<void> {
    await this.field(side, 'date').fill(date)
    await this.field(side, 'hour').selectOption(String(hour))
    await this.field(side, 'minute').selectOption(String(minute))
  }

  /** Presses a preset, `Reset`, `Cancel` or `Apply`. */
  async press(name: string): Promise<void> {
    await this.panel.getByRole('button', { name, exact: true }).click()
  }
}
