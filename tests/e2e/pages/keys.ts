import { expect, type Locator, type Page } from 'playwright/test'

/** Maximum number of Tab presses to reach a control; a page has fewer controls. */
const MOST_STEPS = 80

/** A user without a mouse: only Tab, Enter, the arrows and Escape. */
export class Keys {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Tabs to a control, forwards or back, and checks that it has the focus. */
  async reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    const passed: string[] = []
    for (let step = 0; step < MOST_STEPS; step++) {
      if (await hasFocus(target)) return this.expectSeen(target)
      await this.#leaveEditor()
      await this.#page.keyboard.press(key)
      passed.push(await this.#focused())
    }
    throw new Error(`${String(target)} was not reached by ${key}, only: ${passed.join(' | ')}`)
  }

  /** Tabs to a control and presses Enter on it. */
  async follow(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.reach(target, key)
    await this.#page.keyboard.press('Enter')
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  async expectFocus(target: Locator): Promise<void> {
    await expect(target).toBeFocused()
  }

  /** The focused element is in the window, not covered, and has a ring or a highlighted frame. */
  async expectSeen(target: Locator): Promise<void> {
    await expect
      .poll(() =>
        target.evaluate((element) => {
          const box = element.getBoundingClientRect()
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
          const top = document.elementFromPoint(x, y)
          if (!top || !(element.contains(top) || top.contains(element))) return 'covered or out of view'
          const near = [element, element.parentElement, element.parentElement?.parentElement]
          const isRinged = near.some((each) => {
            if (!each) return false
            const { outlineStyle, outlineWidth } = getComputedStyle(each)
            return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
          })
          return isRinged ? 'seen' : 'without a ring'
        }),
      )
      .toBe('seen')
  }

  /** The focus is on an element of the page, not lost with a removed element. */
  async expectKept(): Promise<void> {
    await expect.poll(() => this.#focused()).not.toBe('nothing')
  }

  /** An editor handles Tab itself until Ctrl+M, as it says. */
  async #leaveEditor(): Promise<void> {
    const told = await this.#page.evaluate(
      () => document.activeElement?.getAttribute('aria-description') ?? '',
    )
    if (told.includes('Ctrl+M')) await this.#page.keyboard.press('Control+m')
  }

  #focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return 'nothing'
      return element.getAttribute('aria-label') ?? (element.textContent.trim() || element.tagName)
    })
  }
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}
