import { expect, test } from 'vitest'
import { forbiddenAddresses } from '#tests/support/forbidden-addresses.ts'
import { createAddressPolicy } from './address-policy.ts'

const policy = createAddressPolicy()

test.each(forbiddenAddresses)('%s is forbidden', (address) => {
  expect(policy.isForbidden(new URL(address))).toBe(true)
})

test.each([
  'https://93.184.216.34/',
  'http://[2606:2800:220:1::1]/',
  'http://[64:ff9b::5db8:d822]/',
  'https://hooks.example.test/',
])('%s is not', (address) => {
  expect(policy.isForbidden(new URL(address))).toBe(false)
})

test('only what is named is allowed: an address, one with its port, or a name with its port', () => {
  const { mayReach, isForbidden } = createAddressPolicy([
    '10.0.0.5',
    '127.0.0.1:8065',
    '[::1]:8065',
    'hooks.internal:443',
  ])
  const isFree = (address: string) => !isForbidden(new URL(address))
  expect(
    ['http://10.0.0.5:99/', 'http://127.0.0.1:8065/', 'http://localhost:8065/', 'http://[::1]:8065/'].map(
      isFree,
    ),
  ).toEqual([true, true, true, true])
  expect(['http://10.0.0.6/', 'http://127.0.0.1:8066/', 'http://[::1]/'].map(isFree)).toEqual([
    false,
    false,
    false,
  ])
  expect(mayReach({ host: 'hooks.internal', port: 443, address: '10.1.1.1' })).toBe(true)
  expect(mayReach({ host: 'hooks.internal', port: 80, address: '10.1.1.1' })).toBe(false)
  expect(mayReach({ host: 'other.internal', port: 443, address: '10.1.1.1' })).toBe(false)
})
