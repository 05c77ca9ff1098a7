import { defineSemanticTokens, defineTokens } from '@chakra-ui/react'

/** The part of the 4 px grid that the screens use: key `n` is `n * 4` px. */
const steps = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 40, 48, 64]
const grid = Object.fromEntries(steps.map((step) => [step, { value: `${step / 4}rem` }]))

export const tokens = defineTokens({
  fonts: {
    body: { value: "'Inter Variable', system-ui, sans-serif" },
    heading: { value: "'Inter Variable', system-ui, sans-serif" },
    mono: { value: "'JetBrains Mono', ui-monospace, monospace" },
  },
  fontSizes: {
    xs: { value: '0.75rem' },
    sm: { value: '0.84375rem' },
    md: { value: '0.9375rem' },
    lg: { value: '1.25rem' },
  },
  fontWeights: {
    normal: { value: '400' },
    medium: { value: '500' },
    semibold: { value: '600' },
  },
  lineHeights: { xs: { value: '1rem' }, sm: { value: '1.25rem' }, lg: { value: '1.75rem' } },
  spacing: { px: { value: '1px' }, 0: { value: '0' }, ...grid },
  sizes: { px: { value: '1px' }, 0: { value: '0' }, full: { value: '100%' }, ...grid },
  radii: {
    xs: { value: '4px' },
    sm: { value: '5px' },
    md: { value: '7px' },
    lg: { value: '10px' },
    full: { value: '9999px' },
  },
  zIndex: {
    base: { value: 0 },
    docked: { value: 10 },
    popover: { value: 1500 },
    toast: { value: 1700 },
    tooltip: { value: 1800 },
    skipNav: { value: 1900 },
  },
  durations: { faster: { value: '80ms' }, fast: { value: '120ms' }, moderate: { value: '160ms' } },
})

/** A colour of one meaning on light and on dark surfaces. */
const pair = (base: string, dark: string) => ({ value: { base, _dark: dark } })
const state = (fg: string, soft: string, darkFg: string, darkSoft: string) => ({
  fg: pair(fg, darkFg),
  soft: pair(soft, darkSoft),
})

const done = state('#0b7a55', '#e3f4ec', '#4cc796', '#12332a')
const waiting = state('#5b6675', '#eceff3', '#a0acbc', '#252d39')

/**
 * Colours by meaning. Every text colour has a contrast of at least 4.5:1 on every surface where it is used.
 */
export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: pair('#f7f8fa', '#0e1116'),
    surface: pair('#ffffff', '#151a21'),
    raised: pair('#ffffff', '#1b212a'),
    hover: pair('#f6f7f9', '#1a2029'),
    pressed: pair('#eceff3', '#222935'),
    /** What is loading: seen on every surface, quieter than its borders' content. */
    skeleton: pair('#dde1e8', '#303a49'),
    line: { DEFAULT: pair('#e3e6eb', '#283040'), soft: pair('#eef0f3', '#202733') },
    control: pair('#868e9b', '#667085'),
    ink: {
      DEFAULT: pair('#14181f', '#e8ecf2'),
      2: pair('#4a5361', '#a9b3c1'),
      3: pair('#626c7a', '#8b97a8'),
    },
    accent: {
      DEFAULT: pair('#4453d6', '#8591ff'),
      strong: pair('#3744b8', '#9ca6ff'),
      soft: pair('#eceefd', '#232a4d'),
      on: pair('#ffffff', '#0e1116'),
    },
    danger: { DEFAULT: pair('#c0341d', '#ff8168'), soft: pair('#fdeae6', '#43201a') },
    backdrop: pair('#14181f66', '#05070ab3'),
    status: {
      ended: done,
      completed: done,
      started: state('#1a5fd0', '#e5effd', '#6ea8ff', '#152a4a'),
      queued: waiting,
      notstarted: waiting,
      // Quiet: that a worker was not deleted says nothing of whether it works.
      active: waiting,
      deleted: waiting,
      retry: state('#935000', '#fdf0dc', '#f0a94b', '#3a2a12'),
      failed: state('#c0341d', '#fdeae6', '#ff8168', '#43201a'),
      cancelled: state('#6b5b95', '#efecf6', '#b5a4e6', '#2b2540'),
      skipped: { fg: pair('#626c7a', '#8b97a8'), soft: pair('#ffffff00', '#ffffff00') },
    },
  },
  shadows: {
    card: pair('0 1px 2px #14181f0a', 'none'),
    raised: pair('0 8px 24px #14181f1f, 0 1px 3px #14181f14', '0 10px 28px #00000080'),
  },
})
