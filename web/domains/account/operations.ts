import { graphql } from '#web/lib/graphql.ts'

export const membershipsQuery = graphql(`
  query Memberships($page: Int!, $perPage: Int!) {
    memberships(page: $page, perPage: $perPage) {
      total
      rows {
        id
        email
        role
        apps
        payloads
        created
      }
    }
  }
`)

export const accountSettingsQuery = graphql(`
  query AccountSettings {
    accountSettings
  }
`)

export const updateMembershipMutation = graphql(`
  mutation UpdateMembership($userId: ID!, $role: String!, $apps: [ID!], $payloads: String) {
    updateMembership(userId: $userId, role: $role, apps: $apps, payloads: $payloads) {
      id
      email
      role
      apps
      payloads
    }
  }
`)

export const deleteMembershipMutation = graphql(`
  mutation DeleteMembership($userId: ID!) {
    deleteMembership(userId: $userId)
  }
`)

export const inviteToAccountMutation = graphql(`
  mutation InviteToAccount($email: String!) {
    inviteToAccount(email: $email)
  }
`)

export const inviteUserMutation = graphql(`
  mutation InviteUser($email: String!, $name: String!, $role: String!, $apps: [ID!], $payloads: String) {
    inviteUser(email: $email, name: $name, role: $role, apps: $apps, payloads: $payloads)
  }
`)

export const saveAccountSettingsMutation = graphql(`
  mutation SaveAccountSettings($settings: JSON!) {
    saveAccountSettings(settings: $settings)
  }
`)
