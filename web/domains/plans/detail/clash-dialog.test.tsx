import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { planMessages as texts } from '#shared/domains/plans/messages.ts'
import { renderThemed } from '#tests/support/render.tsx'
import { ClashDialog } from './clash-dialog.tsx'
import type { PlanDetail } from './use-plan-text.ts'

// The editor of two texts needs a browser: here its right side is a field.
vi.mock('#web/ui/editor/code-diff.tsx', () => ({
  CodeDiff: ({ label, right, onChange }: { label: string; right: string; onChange?(text: string): void }) => (
    <textarea
      aria-label={label}
      readOnly={!onChange}
      value={right}
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
}))

const plan = (version: number, name: string) =>
  ({ version, source: { name, tasks: [] } }) as unknown as PlanDetail
const mine = '{"name":"Mine","tasks":[]}'

function show({ base = plan(3, 'Base'), theirs = plan(4, 'Theirs') } = {}) {
  const [onSave, onLoad] = [vi.fn<(text: string) => void>(), vi.fn<() => void>()]
  renderThemed(
    <ClashDialog
      clash={{ base, theirs, mine }}
      saving={false}
      onClose={() => {}}
      onLoad={onLoad}
      onSave={onSave}
    />,
  )
  const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement
  const press = (name: string) => fireEvent.click(button(name))
  return { onSave, onLoad, button, press }
}
const merging = () => screen.getByRole('textbox', { name: texts.merge })

it('keeps mine over theirs, or takes theirs', async () => {
  const { onSave, onLoad, press } = show()
  expect(
    (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: texts.theirChanges })).value,
  ).toContain('Theirs')
  press(texts.keepMine)
  expect(onSave).toHaveBeenCalledWith(mine)
  press(texts.loadTheirs)
  expect(onLoad).toHaveBeenCalledOnce()
})

it('saves what was merged by hand only while that is shown, and only if it is JSON', async () => {
  const { onSave, button, press } = show()
  press(texts.merge)
  fireEvent.change(merging(), { target: { value: '{"name":"Both"}' } })
  press(texts.saveMerged)
  expect(onSave).toHaveBeenLastCalledWith('{"name":"Both"}')
  fireEvent.change(merging(), { target: { value: '{' } })
  expect(button(texts.saveMerged).disabled).toBe(true)
  press(texts.yourChanges)
  press(texts.keepMine)
  expect(onSave).toHaveBeenLastCalledWith(mine)
})

it('offers only to merge where the version that the edit began with is not known', () => {
  show({ base: plan(4, 'Theirs') })
  expect(merging()).toBeTruthy()
  expect(screen.queryByRole('button', { name: texts.yourChanges })).toBeNull()
})
