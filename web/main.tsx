import './app/without-eval.ts'
import './app/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followColorScheme } from './app/theme/color-scheme.ts'
import { beginSession } from './domains/account/begin-session.ts'
import { createSession } from './lib/session.ts'

followColorScheme()
const session = createSession()
void beginSession(session)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element #root')
createRoot(root).render(
  <StrictMode>
    <App session={session} />
  </StrictMode>,
)
