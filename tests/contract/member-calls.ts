import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { invitationSent, type ListedMember } from '#shared/lib/people.ts'
import { unknownId, type AccountClient } from './account-client.ts'
import { bodyOf, expectRefusal, expectStatus } from './client.ts'
import { newAddress } from './mails.ts'
import { target } from './target.ts'

interface People<List> {
  /** `apps/{id}/collaborators`: the list of a new entity. */
  make(client: AccountClient): Promise<string>
  list: z.ZodType<List>
  membersOf(list: List): ListedMember[]
}

/** The calls on the members of an app or a team: adding, inviting an unknown address, removing. */
export function memberCalls<List>(
  useClient: () => AccountClient,
  { make, list, membersOf }: People<List>,
): void {
  const read = async (at: string) => membersOf(bodyOf(await useClient().get(at), list))

  /** The list of a new entity, without its creator. */
  async function emptyList(): Promise<string> {
    const at = await make(useClient())
    for (const { _id } of await read(at)) expectStatus(await useClient().remove(`${at}/${_id}`), 204)
    expect(await read(at)).toEqual([])
    return at
  }

  describe('its members', () => {
    test('a known user is added once and removed', async () => {
      const { email } = useClient().user
      const at = await emptyList()
      expectStatus(await useClient().post(at, { email: ` ${email} ` }), 201)
      const [member] = await read(at)
      expect(member).toMatchObject({ userId: { _id: useClient().user._id, email } })
      expectRefusal(await useClient().post(at, { email }), 409)
      expectStatus(await useClient().remove(`${at}/${member?._id}`), 204)
      expectRefusal(await useClient().remove(`${at}/${member?._id}`), 404)
      expect(await read(at)).toEqual([])
    })

    test('an unknown address is 404 and is invited instead', async () => {
      const at = await make(useClient())
      const email = newAddress()
      expectRefusal(await useClient().post(at, { email }), 404)
      const sent = await useClient().post(`${at}/invite`, { email, redirectUrl: target.base })
      expect(bodyOf(sent, invitationSent).email).toBe(email)
    })

    test('an invalid address is 400', async () => {
      const at = await make(useClient())
      for (const body of [{}, { email: '' }, { email: 'no address' }]) {
        expectRefusal(await useClient().post(at, body), 400)
        expectRefusal(await useClient().post(`${at}/invite`, body), 400)
      }
    })

    test('the list of an unknown one is 404', async () => {
      const at = (await make(useClient())).replace(/\/[^/]+\//, `/${unknownId}/`)
      const { email } = useClient().user
      expectRefusal(await useClient().get(at), 404)
      expectRefusal(await useClient().post(at, { email }), 404)
      expectRefusal(await useClient().post(`${at}/invite`, { email: newAddress() }), 404)
      expectRefusal(await useClient().remove(`${at}/${unknownId}`), 404)
    })
  })
}
