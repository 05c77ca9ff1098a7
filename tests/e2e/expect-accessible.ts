import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

/** The window that tests of accessibility begin with, and end in. */
export const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** The rules on colours; every other axe rule gives the same result in light and in dark. */
const ofColours = ['color-contrast', 'link-in-text-block']

const modal = '[role=dialog][aria-modal=true]'

/**
 * No axe violation in a desktop and a phone window, in light and in dark, and no horizontal scrolling on a
 * phone. The page behind a modal dialog is checked once: it does not change with the window or the colours of
 * the dialog.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFaults(page, 'light')
  const rest = { within: (await page.locator(modal).count()) > 0 ? modal : 'html' }
  await expectNoFaults(page, 'dark', { ...rest, rules: ofColours })
  await page.setViewportSize(phone)
  const widths = () =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const)
  await expect.poll(async () => (await widths())[0], page.url()).toBeLessThanOrEqual(phone.width)
  await expectNoFaults(page, 'dark', rest)
  await expectNoFaults(page, 'light', { ...rest, rules: ofColours })
  await page.setViewportSize(wide)
  // What depends on the width is drawn before the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

/** What axe checks: one part of the document and, without `rules`, all rules. */
interface Extent {
  within: string
  rules?: string[]
}

async function expectNoFaults(
  page: Page,
  colorScheme: 'light' | 'dark',
  extent: Extent = { within: 'html' },
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme))
  // A document parses axe once: that takes as long as its rules do, and the screens have no frames.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(violations, extent)
  expect(found, `${page.url()} in ${colorScheme}, ${page.viewportSize()?.width} px wide`).toEqual([])
}

/** The violations in an extent of a document, run inside it. */
async function violations({ within, rules }: Extent) {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  // The colours of a transition are of neither state. What follows scrolling, or is paused, does not end.
  const transitions = document
    .getAnimations()
    .filter(
      ({ effect, timeline, playState }) =>
        timeline === document.timeline &&
        playState === 'running' &&
        effect?.getComputedTiming().endTime !== Infinity,
    )
  const ended = Promise.allSettled(transitions.map(({ finished }) => finished))
  const limit = new Promise<null>((resolve) => setTimeout(resolve, 30_000, null))
  if ((await Promise.race([ended, limit])) === null)
    return transitions.map(({ effect }) => ({
      id: 'a transition that does not end',
      html: (effect as KeyframeEffect).target?.outerHTML.slice(0, 300) ?? '',
      failureSummary: '',
    }))
  const { violations } = await axe.run(within, {
    // Only violations are collected in full; complete results would take ten times as long.
    resultTypes: ['violations'],
    // Only rules on media, and those on style sheets that do not run by default, need what would be loaded.
    preload: false,
    ...(rules && { runOnly: rules }),
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  )
}
