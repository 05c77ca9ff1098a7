import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { DeleteButton } from '../dialog/confirm-dialog.tsx'
import { FormActions } from './form-actions.tsx'

// Fails when what deletes the object is before what is pressed every day.
it('the button that deletes is the last one', async () => {
  const gateway = createFakeGateway({})
  const element = (
    <FormActions
      remove={
        <DeleteButton
          label="Delete Crane"
          text="Are you sure?"
          submitting={false}
          onConfirm={async () => undefined}
        />
      }
      others={<button>Copy</button>}
      save={{ label: 'Update Crane', ready: true, saving: false }}
    />
  )
  renderRoutes([{ path: '*', element }], { client: gateway.client })
  await screen.findByRole('button', { name: 'Delete Crane' })
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Copy',
    'Update Crane',
    'Delete Crane',
  ])
})
