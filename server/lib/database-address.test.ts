import { expect, test } from 'vitest'
import { databaseAddressFault, readDatabaseAddress } from './database-address.ts'

test.each([
  ['postgres://ops:p%40ss@db.example/console', 'postgres://ops:p%40ss@db.example/console', []],
  [
    'postgresql://db.example:6432/console?sslmode=verify-full',
    'postgresql://db.example:6432/console?sslmode=verify-full',
    [],
  ],
  ['postgres://postgres@/console?host=%2Frun%2Fpg', 'postgres://postgres@/console?host=%2Frun%2Fpg', []],
  [
    'postgres://ops@one:5433,two/console?target_session_attrs=read-write&sslmode=require',
    'postgres://ops@one:5433/console?sslmode=require',
    [
      { host: 'one', port: 5433 },
      { host: 'two', port: 5432 },
    ],
  ],
  [
    'postgres://ops@[::1]:5433,[fd00::2]/console',
    'postgres://ops@[::1]:5433/console',
    [
      { host: '[::1]', port: 5433 },
      { host: '[fd00::2]', port: 5432 },
    ],
  ],
])('%s', (address, url, servers) => {
  expect(readDatabaseAddress(address)).toEqual({ url, servers, passwordFile: null })
})

test('a file with the password is no parameter of the driver', () => {
  expect(readDatabaseAddress('postgres://ops@db/console?password_file=/run/secrets/db')).toEqual({
    url: 'postgres://ops@db/console',
    servers: [],
    passwordFile: '/run/secrets/db',
  })
})

test.each([
  ['mysql://x', 'must be a postgres:// address'],
  ['postgres://a:b:c/x', 'must be a postgres:// address'],
  ['postgres://one,/x', 'each of several servers must be host or host:port'],
  ['postgres://one,two:99999/x', 'each of several servers must be host or host:port'],
  ['postgres://one,two/x?target_session_attrs=any', 'target_session_attrs can only be read-write or primary'],
  [
    'postgres:///x?host=one,two',
    'several servers are named before the database: postgres://user@one:5432,two:5432/name',
  ],
])('%s is refused: %s', (address, fault) => {
  expect(databaseAddressFault(address)).toBe(fault)
})
