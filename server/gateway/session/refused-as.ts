import { AppError, type ErrorCode } from '#server/lib/errors.ts'

/**
 * A `catch` for sign-in calls without a pair of e-mail and password: WRONG_CREDENTIALS, which is what every refusal
 * of the platform comes as there, becomes what was really refused. All else is thrown on.
 */
export function refusedAs(code: ErrorCode, message: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'WRONG_CREDENTIALS') throw error
    throw new AppError(code, message, { cause: error })
  }
}
