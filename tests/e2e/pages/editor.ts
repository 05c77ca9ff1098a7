import { expect, type Locator, type Page } from 'playwright/test'

/** The text field of an editor. */
export function editorOf(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label })
}

/** Replaces the whole text of an editor by pasting: the editor would close typed brackets itself. */
export async function writeInEditor(page: Page, label: string, text: string): Promise<void> {
  const editor = editorOf(page, label)
  // The page takes what is typed from here on.
  await expect(editor).toHaveAttribute('aria-description')
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
