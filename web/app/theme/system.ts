import { createSystem } from '@chakra-ui/react'
import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { overlayRecipes } from './overlay-recipes.ts'
import { quickSystem } from './quick-system.ts'
import { recipes } from './recipes.ts'
import { fieldRecipes } from './slot-recipes.ts'
import { semanticTokens, tokens } from './tokens.ts'

/**
 * Contains recipes only for the parts of Chakra that the screens use (button, input, textarea,
 * link, skeleton, spinner, field, nativeSelect, tabs, dialog, drawer, menu, popover, tooltip, toast); the
 * default system has sixty more and adds a third to the first load.
 */
const theme = createSystem(defaultBaseConfig, {
  preflight: true,
  cssVarsPrefix: 'wc',
  conditions: { dark: '.dark &, .dark', light: '.light &, .light' },
  globalCss: {
    html: { bg: 'bg', color: 'ink', fontFamily: 'body', lineHeight: '1.5' },
    body: { textStyle: 'sm', minHeight: '100dvh' },
    '*, *::before, *::after': { borderColor: 'line' },
    '::selection': { bg: 'accent.soft' },
    ':focus-visible': { outline: '2px solid {colors.accent}', outlineOffset: '1px' },
    'code, pre, kbd': { fontFamily: 'mono' },
    time: { fontVariantNumeric: 'tabular-nums' },
  },
  theme: {
    breakpoints: { sm: '700px', md: '900px', lg: '1100px', xl: '1400px' },
    tokens,
    semanticTokens,
    textStyles: {
      xs: { value: { fontSize: 'xs', lineHeight: 'xs' } },
      sm: { value: { fontSize: 'sm', lineHeight: 'sm' } },
      mono: { value: { fontSize: 'xs', lineHeight: 'xs', fontFamily: 'mono' } },
      title: {
        value: { fontSize: 'lg', lineHeight: 'lg', fontWeight: 'semibold', letterSpacing: '-0.01em' },
      },
    },
    keyframes: {
      turn: { to: { transform: 'rotate(360deg)' } },
      pulse: { '50%': { opacity: '0.45' } },
      appear: { from: { opacity: '0', transform: 'translateY(-4px)' } },
      vanish: { to: { opacity: '0' } },
    },
    recipes,
    slotRecipes: { ...fieldRecipes, ...overlayRecipes },
  },
})

/** The theme. */
export const system = quickSystem(theme)
