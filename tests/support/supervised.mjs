/**
 * A fake platform for supervisor tests; the variable BEHAVIOUR selects how it behaves. With BEAT_MS it gives a sign of life
 * in that interval.
 */
const ready = {
  type: 'ready',
  url: 'http://127.0.0.1:1',
  pusher: { key: 'k', host: '127.0.0.1', port: 1 },
  admin: null,
}
const behaviours = {
  serves() {
    process.send?.(ready)
    process.on('SIGTERM', () => process.exit(0))
  },
  refuses() {
    process.send?.({ type: 'failed', message: 'The data is in use' })
    process.exitCode = 1
    process.disconnect?.()
  },
  blocks() {
    process.send?.(ready, () => {
      for (;;);
    })
  },
  crashes() {
    process.exit(3)
  },
}
if (process.env['BEAT_MS'])
  setInterval(() => process.send?.({ type: 'alive' }), Number(process.env['BEAT_MS'])).unref()
behaviours[process.env['BEHAVIOUR'] ?? 'serves']()
process.on('disconnect', () => process.exit())
