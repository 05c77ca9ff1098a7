import { createPusherApi } from './fake-pusher-api.ts'
import { startFakePusher } from './fake-pusher.ts'

/**
 * A service of the Pusher protocol in a process that a test may kill: one port serves the signed publishing
 * and the subscriptions, as in a self-hosted service. Usage: pusher-service.ts <port, 0 for any>. Sends its
 * parent the address.
 */
const api = createPusherApi(({ channel, name, data }) => service.publish(channel, name, JSON.parse(data)))
const service = await startFakePusher(Number(process.argv[2]), api.handle)
process.send?.(api.addressAt(service.port))
// The test process has exited: without this the service would never end.
process.on('disconnect', () => process.exit(0))
