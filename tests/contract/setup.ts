import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { destination, pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { readContractConfig, readPlatformConfig } from '#server/config.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { findFreePort } from '#server/lib/listening.ts'
import { bootPlatform } from '#server/platform/boot/boot.ts'
import { useCheapScrypt } from '../support/cheap-scrypt.ts'
import { databaseUrl } from '../support/database-url.ts'
import type { Target } from './target.ts'

const admin = { email: 'admin@example.test', password: 'correct horse battery' }
const database = 'contract'

/** Gives the suite its platform: the one at `CONTRACT_URL`, or its own on the project's PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = readContractConfig()
  if (named) {
    project.provide('contractTarget', named)
    return async () => {}
  }
  const { postgresUrl } = project.getProvidedContext()
  const folder = await mkdtemp(path.join(tmpdir(), 'console-contract-'))
  const { target, stop } = await startPlatform(postgresUrl, path.join(folder, 'platform.log'))
  project.provide('contractTarget', target)
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startPlatform(
  postgresUrl: string,
  mailLog: string,
): Promise<{ target: Target; stop(): unknown }> {
  useCheapScrypt(true)
  const client = new Client(postgresUrl)
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  const log = pino({ level: 'info' }, destination({ dest: mailLog, sync: true }))
  const lifecycle = createLifecycle(log)
  const port = await findFreePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const config = readPlatformConfig({
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    PUBLIC_URL: url,
    PLATFORM_PORT: String(port),
  })
  const { url: base } = await bootPlatform({
    config,
    databaseUrl: databaseUrl(postgresUrl, database),
    secretsKey: 'a1'.repeat(32),
    lifecycle,
    log,
  })
  return { target: { base, ...admin, mailLog }, stop: () => lifecycle.stop('the suite is over') }
}
