import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { HttpError } from '#web/lib/http.ts'
import { LoginForm } from './login-form.tsx'

const other = { label: 'Forgot password?', onClick: () => undefined }
const refused = new HttpError(401, 'WRONG_CREDENTIALS', 'Wrong e-mail or password')

describe('LoginForm', () => {
  it('shows what is missing beside its field and sends nothing', async () => {
    const signIn = vi.fn(() => Promise.resolve())
    renderThemed(<LoginForm onSignIn={signIn} other={other} />)
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(screen.getByText('Enter your e-mail address.')).toBeTruthy()
    expect(screen.getByText('Enter your password.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(signIn).not.toHaveBeenCalled()
  })

  it('submits with Enter, trims the e-mail and leaves the password as typed', async () => {
    const signIn = vi.fn(() => Promise.resolve())
    renderThemed(<LoginForm onSignIn={signIn} other={other} />)
    await userEvent.type(screen.getByLabelText('E-mail'), ' a@b.c ')
    await userEvent.type(screen.getByLabelText('Password'), ' secret {Enter}')
    expect(signIn).toHaveBeenCalledExactlyOnceWith('a@b.c', ' secret ')
  })

  it('shows the refusal beside the form, and removes it at the next attempt', async () => {
    let settle: () => void = () => undefined
    const signIn = vi
      .fn<(email: string, password: string) => Promise<void>>()
      .mockRejectedValueOnce(refused)
      .mockReturnValueOnce(new Promise((resolve) => (settle = resolve)))
    renderThemed(<LoginForm onSignIn={signIn} other={other} />)
    await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.c')
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong e-mail or password')

    await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}')
    expect(screen.queryByRole('alert')).toBeNull()
    const [button] = screen.getAllByRole<HTMLButtonElement>('button')
    expect(button?.disabled).toBe(true)
    settle()
    await waitFor(() => expect(button?.disabled).toBe(false))
  })
})
