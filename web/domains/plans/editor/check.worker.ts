import { check, type Asked } from './check.ts'

/** Checks texts beside the page: one of 5,000 tasks takes half a second. */
self.addEventListener('message', ({ data }: MessageEvent<Asked & { id: number }>) => {
  self.postMessage({ id: data.id, checked: check(data) })
})
