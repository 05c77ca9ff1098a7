'use strict'
const { createServer } = require('node:http')
const { WebSocketServer } = require('ws')

// soketi decodes ArrayBuffers, as uWebSockets.js gives them.
const bufferOf = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
const encoded = (text) => bufferOf(Buffer.from(text))

/** The parameters of a path that a pattern as `/apps/:appId/events` matches, or undefined; `*` at the end matches the rest. */
function parametersOf(pattern, path) {
  if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1)) ? [] : undefined
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  if (wanted.some((part, at) => !part.startsWith(':') && part !== given[at])) return undefined
  return given.filter((_, at) => wanted[at].startsWith(':')).map(decodeURIComponent)
}

function requestOf(request, parameters) {
  const [path, query = ''] = request.url.split('?')
  return {
    getHeader: (name) => request.headers[name] ?? '',
    getMethod: () => request.method.toLowerCase(),
    getParameter: (at) => parameters[at],
    getQuery: () => query,
    getUrl: () => path,
    forEach: (call) => Object.entries(request.headers).forEach(([name, value]) => call(name, value)),
  }
}

function responseOf(request, response) {
  const own = {
    writeStatus: (status) => ((response.statusCode = parseInt(status)), own),
    writeHeader: (name, value) => (response.setHeader(name, value), own),
    end: (body) => (response.writableEnded || response.end(body), own),
    cork: (work) => (work(), own),
    onAborted: (call) => (response.on('close', () => response.writableEnded || call()), own),
    onData(call) {
      request.on('data', (part) => call(bufferOf(part), false))
      request.on('end', () => call(new ArrayBuffer(0), true))
      return own
    },
    getRemoteAddressAsText: () => encoded(request.socket.remoteAddress ?? ''),
    getProxiedRemoteAddressAsText: () => encoded(''),
  }
  return own
}

/** soketi keeps its own fields on the socket that it is given, so it gets an object of its own. */
function open(socket, data, behaviour) {
  const own = Object.assign(
    {
      send: (message, isBinary) => (socket.send(message, { binary: Boolean(isBinary) }), 1),
      end: (code, reason) => socket.close(code, reason),
      close: () => socket.terminate(),
      getBufferedAmount: () => socket.bufferedAmount,
      subscribe() {},
      publish() {},
    },
    data,
  )
  socket.on('message', (message, isBinary) => behaviour.message(own, bufferOf(message), isBinary))
  socket.on('close', (code, reason) => behaviour.close(own, code, bufferOf(reason)))
  // The library closes the socket after an error.
  socket.on('error', (error) => process.stderr.write(`${error.message}\n`))
  behaviour.open(own)
}

function App() {
  const routes = []
  const sockets = []
  const server = createServer((request, response) => {
    const [path] = request.url.split('?')
    for (const { method, pattern, handler } of routes) {
      const parameters = parametersOf(pattern, path)
      if (parameters && (method === 'ANY' || method === request.method))
        return handler(responseOf(request, response), requestOf(request, parameters))
    }
    response.writeHead(404).end()
  })
  server.on('upgrade', (request, socket, head) => {
    const [path] = request.url.split('?')
    for (const { pattern, behaviour, upgrades } of sockets) {
      const parameters = parametersOf(pattern, path)
      if (!parameters) continue
      const response = {
        getRemoteAddressAsText: () => encoded(socket.remoteAddress ?? ''),
        getProxiedRemoteAddressAsText: () => encoded(''),
        onAborted() {},
        upgrade: (data) =>
          upgrades.handleUpgrade(request, socket, head, (upgraded) => open(upgraded, data, behaviour)),
      }
      return behaviour.upgrade(response, requestOf(request, parameters), null)
    }
    socket.destroy()
  })
  const app = {
    ws(pattern, behaviour) {
      const upgrades = new WebSocketServer({ noServer: true, maxPayload: behaviour.maxPayloadLength })
      sockets.push({ pattern, behaviour, upgrades })
      return app
    },
    listen(host, port, done) {
      server.listen(port, host, () => done(server))
      return app
    },
  }
  for (const method of ['get', 'post', 'put', 'options', 'any'])
    app[method] = (pattern, handler) => (routes.push({ method: method.toUpperCase(), pattern, handler }), app)
  return app
}

module.exports = {
  App,
  SSLApp: App,
  us_listen_socket_close: (server) => server.close(),
  DISABLED: 0,
  SHARED_COMPRESSOR: 0,
}
