import { beforeAll, expect } from 'vitest'
import { useCheapScrypt } from './cheap-scrypt.ts'

// The tests of the password hash measure its real cost.
beforeAll(() => useCheapScrypt(!expect.getState().testPath?.endsWith('people/passwords.test.ts')))
