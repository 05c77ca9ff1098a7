import lighthouse from 'lighthouse'

/**
 * Audits one address in the browser that listens on the debugging port. A separate program, because the
 * product does not depend on Lighthouse. Usage: lighthouse.mjs <debugging port> <address> <category>...;
 * prints its findings as JSON.
 */
const [port, url, ...categories] = process.argv.slice(2)
const result = await lighthouse(url, {
  port: Number(port),
  onlyCategories: categories,
  formFactor: 'desktop',
  screenEmulation: { mobile: false, width: 1440, height: 900, deviceScaleFactor: 1, disabled: false },
  // The session is in the cookies.
  disableStorageReset: true,
  logLevel: 'error',
})
const { lhr } = result
const found = categories.map((name) => lhr.categories[name])
const faults = found
  .flatMap(({ auditRefs }) => auditRefs)
  .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
  .map(({ id }) => id)
const scores = found.map(({ score }) => Math.round(100 * (score ?? 0)))
process.stdout.write(JSON.stringify({ shown: lhr.finalDisplayedUrl, scores, faults }))
