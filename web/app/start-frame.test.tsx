import { readFileSync } from 'node:fs'
import path from 'node:path'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StartFrame } from './start-frame.tsx'

it('is in the page before the script runs, with the same elements', () => {
  const html = readFileSync(path.join(import.meta.dirname, '../index.html'), 'utf8')
  const sent = new DOMParser().parseFromString(html, 'text/html').querySelector('#root > *')
  const { container } = render(<StartFrame />)
  const elements = (root: Element | null) =>
    [root, ...(root?.querySelectorAll('*') ?? [])].map((element) => [
      element?.tagName,
      element?.className,
      element?.getAttribute('role'),
      element?.getAttribute('src'),
      element?.children.length === 0 && element.textContent.trim(),
    ])
  expect(elements(sent)).toEqual(elements(container.firstElementChild))
  expect(elements(sent)).toHaveLength(4)
})
