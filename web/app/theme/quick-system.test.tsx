import {
  Button,
  chakra,
  ChakraProvider,
  createSystem,
  Field,
  Input,
  type SystemContext,
} from '@chakra-ui/react'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { cleanup, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { quickSystem } from './quick-system.ts'
import { system } from './system.ts'

/** The system as Chakra makes it of the same theme. */
const plain = createSystem(system._config)
const Panel = chakra('section', { base: { p: '2' }, variants: { tone: { loud: { color: 'red' } } } })
const OtherPanel = chakra(Panel, { base: { m: '1' } })

function Sample({ width }: { width: number }) {
  return (
    <>
      <chakra.div
        display={{ base: 'none', md: 'flex' }}
        width={`${width}px`}
        data-x="1"
        _hover={{ bg: 'bg' }}
      />
      <chakra.div />
      <chakra.p css={{ color: 'ink', '& > b': { mt: '1' } }} mt="2" textStyle="mono" zIndex={undefined} />
      <chakra.p css={[{ color: 'ink' }, { color: 'muted' }]} mt={['1', undefined, '3']} />
      <OtherPanel tone="loud" color="green" fontSize="xs !important" />
      <Panel title="quiet" />
      <Button size="sm" variant="outline" asChild>
        <chakra.a href="/" mt="4" className="own">
          to the start
        </chakra.a>
      </Button>
      <Field.Root invalid>
        <Field.Label>Name</Field.Label>
        <Input width="10" />
      </Field.Root>
    </>
  )
}

/** What a system makes of the sample: its elements and all rules, with a number instead of the hash in the name of a class. */
function rendered(value: SystemContext, ...widths: number[]) {
  const cache = createCache({ key: 'css' })
  const rules: string[] = []
  cache.sheet.insert = (rule) => void rules.push(rule)
  const { container, rerender } = render(<></>)
  for (const width of widths)
    rerender(
      <CacheProvider value={cache}>
        <ChakraProvider value={value}>
          <Sample width={width} />
        </ChakraProvider>
      </CacheProvider>,
    )
  // React numbers the fields of each rendering.
  const html = container.innerHTML.replace(/(id|for|aria-\w+)="[^"]*"/g, '')
  cleanup()
  const names: string[] = []
  return [html, ...rules].join('\n').replace(/css-\w+/g, (name) => {
    if (!names.includes(name)) names.push(name)
    return `class-${names.indexOf(name)}`
  })
}

it('makes the elements and rules that Chakra makes', () => {
  const expected = rendered(plain, 10)
  expect(expected).toContain('.class-8')
  expect(expected).toContain('margin-top:var(--wc-spacing-4)')
  expect(rendered(system, 10)).toBe(expected)
  expect(rendered(system, 10)).toBe(expected)
})

it('asks for a style once', () => {
  let asked = 0
  const counted: SystemContext = {
    ...plain,
    css: (...styles) => (asked++, plain.css(...styles)),
    cva: ((definition: object) => (asked++, plain.cva(definition))) as SystemContext['cva'],
  }
  const quick = quickSystem(counted)
  rendered(quick, 10)
  const once = asked
  expect(once).toBeGreaterThan(8)
  rendered(quick, 10, 10)
  expect(asked).toBe(once)
  rendered(quick, 10, 11)
  expect(asked).toBe(once + 1)
})

it('keeps no more than some thousands of styles', () => {
  let asked = 0
  const quick = quickSystem({ ...plain, css: (...styles) => (asked++, plain.css(...styles)) })
  const recipe = {}
  for (let width = 0; width < 5001; width++) quick.css(recipe, { width: `${width}px` })
  expect(asked).toBe(5001)
  quick.css(recipe, { width: '5000px' })
  expect(asked).toBe(5001)
  quick.css(recipe, { width: '0px' })
  expect(asked).toBe(5002)
})
