/** Whether the keyboard has a command key, which takes the place of Ctrl. */
const hasCommand = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys that open the palette, as a user reads them. */
export const paletteKeys = (): string => (hasCommand() ? '⌘ K' : 'Ctrl K')

/** The key that opens a hit in a new tab, together with Enter. */
export const commandKey = (): string => (hasCommand() ? '⌘' : 'Ctrl')
