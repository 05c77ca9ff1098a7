import { expect, inject, onTestFinished, test } from 'vitest'
import { createPool } from './database.ts'

test('a connection that dies in use fails its statements and nothing else', async () => {
  const pool = createPool(inject('postgresUrl'))
  onTestFinished(() => pool.end())
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
