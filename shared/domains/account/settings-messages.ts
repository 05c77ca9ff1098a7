import { pageMessages } from '#shared/lib/page-messages.ts'

/** Texts of the own settings: what a user chooses for the console, in every account. */
export const ownSettingsMessages = {
  tabs: 'Parts of the account',
  account: 'Account',
  alerts: 'Alerts',
  title: pageMessages.ownSettings,
  everywhere: 'Saved at once, for all your accounts and browsers.',
  hereOnly: 'Saved at once, in this browser: the platform keeps no settings of users.',
  saveFailed: 'Error saving your settings, this browser keeps them:',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  themeHint: 'System follows this device.',
  timeZone: 'Time zone',
  browserZone: (zone: string) => `As this browser (${zone})`,
  zoneHint: (time: string, zone: string) => `All times of the console. Now it is ${time} in ${zone}.`,
  otherZoneHint: (time: string, zone: string) => `This browser is in ${zone}, where it is ${time}.`,
  unknownZone: (zone: string) => `This browser does not know ${zone}: it shows its own time.`,
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  densityHint: 'Compact shows more rows of a list at once.',
  startPage: 'Start page',
  startHint: 'What the console opens with after you have signed in.',
  startPages: {
    apps: 'Apps',
    attention: 'Attention',
    backlog: 'Backlog',
    plans: 'Plans',
    workers: 'Workers',
  },
  startApp: (app: string) => `${app}: Workqueues`,
} as const
