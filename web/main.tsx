import './app/theme/base.css'
import { ChakraProvider } from '@chakra-ui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { createRouter } from './app/router.tsx'
import { SessionData } from './app/session-data.tsx'
import { followAppearance } from './app/theme/appearance.ts'
import { system } from './app/theme/system.ts'
import { beginSession } from './domains/account/begin-session.ts'
import { SessionProvider } from './lib/session-context.tsx'
import { createSession } from './lib/session.ts'
import { Toaster } from './ui/feedback/toast.tsx'

/**
 * Zod tests whether it may compile validators by `new Function`. The page's content security policy forbids that, and the
 * browser would report every attempt as a violation. Zod is loaded with later screens and reads this setting then;
 * importing it here to set the option by its API would add it to the first load.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

followAppearance()
const session = createSession()
void beginSession(session)
// Created last: `beginSession` has removed a temporary token from the address by now.
const router = createRouter()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element #root')
createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <SessionProvider session={session}>
        <SessionData>
          <RouterProvider router={router} />
        </SessionData>
        <Toaster />
      </SessionProvider>
    </ChakraProvider>
  </StrictMode>,
)
