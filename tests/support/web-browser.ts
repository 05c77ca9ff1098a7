/** A page that a browser shows at the end of its redirects. */
export interface WebPage {
  status: number
  url: URL
  type: string
  text: string
}

/** Follows redirects and keeps cookies per host, as a browser does; runs no scripts. */
export interface WebBrowser {
  open(url: string | URL): Promise<WebPage>
  /** Sends a form, or JSON as the console's page does. */
  post(url: string | URL, body: URLSearchParams | object): Promise<WebPage>
  /** Called with each address before it is opened; returns the address that is opened instead. */
  changeAddress(change: ((url: URL) => URL) | null): void
  cookies(host: string): Map<string, string>
}

const MAX_REDIRECTS = 12

export function createWebBrowser(): WebBrowser {
  const jar = new Map<string, Map<string, string>>()
  let changed: ((url: URL) => URL) | null = null
  const cookies = (host: string) => {
    const known = jar.get(host) ?? new Map<string, string>()
    jar.set(host, known)
    return known
  }

  function keep(host: string, lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      const gone = attributes.some((one) => /^\s*(max-age=0|expires=thu, 01 jan 1970.*)$/i.test(one))
      if (gone) cookies(host).delete(name)
      else cookies(host).set(name, value.join('='))
    }
  }

  async function load(address: string | URL, init: RequestInit = {}): Promise<WebPage> {
    let request = init
    let url = new URL(address)
    for (let step = 0; step < MAX_REDIRECTS; step++) {
      url = changed?.(url) ?? url
      const cookie = [...cookies(url.host)].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = new Headers(request.headers)
      if (!headers.has('accept')) headers.set('accept', 'text/html')
      if (cookie) headers.set('cookie', cookie)
      const answer = await fetch(url, { ...request, headers, redirect: 'manual' })
      keep(url.host, answer.headers.getSetCookie())
      const location = answer.headers.get('location')
      if (location === null) {
        const type = answer.headers.get('content-type') ?? ''
        return { status: answer.status, url, type, text: await answer.text() }
      }
      await answer.body?.cancel()
      url = new URL(location, url)
      request = {}
    }
    throw new Error(`Too many redirects, the last one to ${url.origin}${url.pathname}`)
  }

  return {
    open: (url) => load(url),
    post(url, body) {
      if (body instanceof URLSearchParams) return load(url, { method: 'POST', body })
      const headers = {
        'content-type': 'application/json',
        'x-csrf': '1',
        accept: 'application/json',
        origin: new URL(url).origin,
      }
      return load(url, { method: 'POST', headers, body: JSON.stringify(body) })
    },
    changeAddress: (change) => void (changed = change),
    cookies,
  }
}
