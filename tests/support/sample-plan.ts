import { Operator } from './operator.ts'

/**
 * Uses the console at the address in its first argument as an operator does: signs in with the password in
 * the second one, runs a sample plan to its end. A separate program, because it also runs inside the network
 * of an image; prints its results as JSON.
 */
const [, , url = '', password = ''] = process.argv
const page = await fetch(url)
const operator = new Operator(url)
await operator.signIn(password)
const { status } = await operator.ended(await operator.startSample())
process.stdout.write(JSON.stringify({ page: page.status, run: status }))
