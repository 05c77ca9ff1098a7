import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ChakraProvider } from '@chakra-ui/react'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { environmentInput } from '#shared/domains/clusters/rules.ts'
import { system } from '#web/app/theme/system.ts'
import type { EnvironmentRow } from './deployment-form-values.ts'
import { VariableFields } from './variable-fields.tsx'

const MASK = '************t-1'
const SECRET = 'marked-secret-1'
const storedRow: EnvironmentRow = { id: 'DB', key: 'DB', value: null, stored: { name: 'DB', masked: MASK } }

/** One row; `sent` is what saving sends. */
function open(row = storedRow) {
  let current = row
  const asked: string[] = []
  function Fields() {
    const [shown, setShown] = useState(row)
    current = shown
    const reveal = async (name: string) => (asked.push(name), SECRET)
    const rest = { number: 1, fault: undefined, reveal, onRemove: () => undefined }
    return <VariableFields row={shown} onChange={setShown} {...rest} />
  }
  render(
    <ChakraProvider value={system}>
      <Fields />
    </ChakraProvider>,
  )
  return { asked, sent: () => environmentInput([current])[0]?.value }
}

const field = () => screen.getByLabelText<HTMLInputElement>('Value 1')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const show = () => press('Show the value of DB')
const hide = () => press('Hide the value of DB')

it('a value that is only shown and hidden stays unchanged', async () => {
  const { asked, sent } = open()
  expect([field().placeholder, field().value, field().type]).toEqual([MASK, '', 'password'])
  await show()
  expect([field().value, field().type, asked]).toEqual([SECRET, 'text', ['DB']])
  await hide()
  expect([field().placeholder, field().value, sent()]).toEqual([MASK, '', null])
})

it('a value that is shown, cleared and hidden is stored empty, and looks so', async () => {
  const { sent } = open()
  await show()
  await userEvent.clear(field())
  await hide()
  expect([field().placeholder, field().value, sent()]).toEqual([texts.emptyValue, '', ''])
  expect(screen.getByText(texts.valueEmptied)).toBeTruthy()
  await show()
  expect([field().value, sent()]).toEqual(['', ''])
})

it('a value that was never shown can be emptied, and kept again', async () => {
  const { asked, sent } = open()
  await press('Empty the value of DB')
  expect([field().placeholder, sent()]).toEqual([texts.emptyValue, ''])
  expect(screen.getByText(texts.valueEmptied)).toBeTruthy()
  await press('Keep the stored value of DB')
  expect([field().placeholder, sent(), asked]).toEqual([MASK, null, []])
  expect(screen.queryByText(texts.valueEmptied)).toBeNull()
})

it('a value that is typed stays when it is shown and hidden; typed and deleted, it is empty', async () => {
  const { asked, sent } = open()
  await userEvent.type(field(), 'new')
  expect(screen.getByText(texts.valueChanged)).toBeTruthy()
  await show()
  await hide()
  expect([field().value, sent(), asked]).toEqual(['new', 'new', []])
  await userEvent.clear(field())
  expect([field().placeholder, sent()]).toEqual([texts.emptyValue, ''])
})

it('the stored value typed again is unchanged', async () => {
  const { sent } = open()
  await show()
  await userEvent.type(field(), 'x')
  expect(sent()).toBe(`${SECRET}x`)
  await userEvent.type(field(), '{Backspace}')
  expect([sent(), screen.queryByText(texts.valueChanged)]).toEqual([null, null])
})

it('a new row has a value and nothing to keep', async () => {
  const { sent } = open({ id: 'new 1', key: 'DB', value: '', stored: null })
  expect(field().placeholder).toBe(texts.value)
  expect(screen.queryByRole('button', { name: /Empty|Keep/ })).toBeNull()
  await userEvent.type(field(), 'v')
  await show()
  expect([field().value, sent()]).toEqual(['v', 'v'])
})
