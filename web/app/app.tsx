import { ChakraProvider } from '@chakra-ui/react'
import { useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { SessionProvider } from '../lib/session-context.tsx'
import type { Session } from '../lib/session.ts'
import { Toaster } from '../ui/feedback/toast.tsx'
import { createRouter } from './router.tsx'
import { SessionData } from './session-data.tsx'
import { system } from './theme/system.ts'

/** The whole client: theme, session, data and pages. */
export function App({ session }: { session: Session }) {
  const [router] = useState(createRouter)
  return (
    <ChakraProvider value={system}>
      <SessionProvider session={session}>
        <SessionData>
          <RouterProvider router={router} />
        </SessionData>
        <Toaster />
      </SessionProvider>
    </ChakraProvider>
  )
}
