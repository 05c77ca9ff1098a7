import { pageMessages } from '#shared/lib/page-messages.ts'

/**
 * In place of every page until it is known who is signed in. `index.html` contains the same elements, so that a slow
 * connection shows them before the script is loaded; `base.css` has their styles, with the sentence that comes later.
 */
export function StartFrame() {
  return (
    <div className="start-frame" role="status" aria-label="Loading">
      <img src="/logo.svg" alt="" width={28} height={28} />
      <span>Workforce</span>
      <small>{pageMessages.slowStart}</small>
    </div>
  )
}
