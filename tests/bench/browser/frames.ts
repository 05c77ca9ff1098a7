/** Parts of a page that a bench draws on; runs in the browser. */

export const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Resolves when an element that matches is in the document. */
export function appears(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

let recording = false
let frames: number[] = []

/** Records the length of every frame, in ms, until `stopFrames`. */
export async function recordFrames(): Promise<void> {
  recording = true
  frames = []
  let last = await frame()
  while (recording) {
    const now = await frame()
    frames.push(now - last)
    last = now
  }
}

export function stopFrames(): number[] {
  recording = false
  return frames
}
