import { graphql } from '../graphql.ts'

/** What the platform can do. */
export const capabilitiesQuery = graphql(`
  query Capabilities {
    capabilities {
      version
      features
    }
  }
`)

export const ownMembershipQuery = graphql(`
  query OwnMembership($userId: ID!) {
    membership(userId: $userId) {
      id
      role
      apps
      payloads
    }
  }
`)

/** Every member of the account, to choose one of. One page of 9999 holds them all. */
export const memberChoicesQuery = graphql(`
  query MemberChoices {
    memberships(page: 1, perPage: 9999) {
      rows {
        id
        email
      }
    }
  }
`)

/** Every team of the account, to choose one of. One page of 9999 holds them all. */
export const teamChoicesQuery = graphql(`
  query TeamChoices {
    teams(page: 1, perPage: 9999) {
      rows {
        id
        name
        namespace
      }
    }
  }
`)

export const userSettingsFields = graphql(`
  fragment UserSettingsFields on UserSettings @_unmask {
    theme
    timeZone
    density
    startPage
    attentionSeenAt
  }
`)

/** What the user has chosen, in every account. */
export const settingsQuery = graphql(
  `
    query Settings {
      settings {
        ...UserSettingsFields
      }
    }
  `,
  [userSettingsFields],
)

/** Saves when the user last looked at what needs attention. */
export const saveLastLookMutation = graphql(
  `
    mutation SaveLastLook($attentionSeenAt: DateTime!) {
      saveSettings(attentionSeenAt: $attentionSeenAt) {
        ...UserSettingsFields
      }
    }
  `,
  [userSettingsFields],
)

/** Saves some choices of the user; null removes one. */
export const saveSettingsMutation = graphql(
  `
    mutation SaveSettings($theme: String, $timeZone: String, $density: String, $startPage: String) {
      saveSettings(theme: $theme, timeZone: $timeZone, density: $density, startPage: $startPage) {
        ...UserSettingsFields
      }
    }
  `,
  [userSettingsFields],
)
