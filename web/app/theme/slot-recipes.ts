import { defineSlotRecipe } from '@chakra-ui/react'
import { fieldAnatomy, nativeSelectAnatomy, tabsAnatomy } from '@chakra-ui/react/anatomy'
import { finger } from './recipes.ts'

const ring = { outline: '2px solid {colors.accent}', outlineOffset: '1px' }

const field = defineSlotRecipe({
  className: 'field',
  slots: fieldAnatomy.keys(),
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: '1.5', width: 'full' },
    label: { textStyle: 'sm', fontWeight: 'medium', color: 'ink', display: 'flex', gap: '1' },
    requiredIndicator: { color: 'danger' },
    helperText: { textStyle: 'xs', color: 'ink.3' },
    errorText: { textStyle: 'xs', color: 'danger', display: 'flex', gap: '1', alignItems: 'center' },
  },
  variants: { orientation: { vertical: {} } },
})

const nativeSelect = defineSlotRecipe({
  className: 'native-select',
  slots: nativeSelectAnatomy.keys(),
  base: {
    root: { position: 'relative', width: 'fit-content', height: 'fit-content' },
    field: {
      appearance: 'none',
      bg: 'surface',
      color: 'ink',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'md',
      textStyle: 'sm',
      cursor: 'pointer',
      _focusVisible: ring,
      _disabled: { opacity: 0.5 },
    },
    indicator: {
      position: 'absolute',
      insetEnd: '2',
      top: '50%',
      transform: 'translateY(-50%)',
      pointerEvents: 'none',
      color: 'ink.3',
      _icon: { width: '3.5', height: '3.5' },
    },
  },
  variants: {
    variant: {
      outline: {},
      plain: { field: { borderColor: 'transparent', bg: 'transparent', color: 'ink.2' } },
    },
    size: {
      sm: { field: { height: finger('7'), ps: '2', pe: '7' } },
      md: { field: { height: finger('8'), ps: '2.5', pe: '8' } },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
})

const tabs = defineSlotRecipe({
  className: 'tabs',
  slots: tabsAnatomy.keys(),
  base: {
    root: { display: 'flex', flexDirection: 'column' },
    list: { display: 'flex', gap: '5', borderBottomWidth: '1px', borderColor: 'line', overflowX: 'auto' },
    trigger: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      height: finger('9'),
      color: 'ink.2',
      fontWeight: 'medium',
      textStyle: 'sm',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      marginBottom: '-1px',
      _hover: { color: 'ink' },
      _selected: { color: 'accent', borderColor: 'accent' },
      _focusVisible: { ...ring, outlineOffset: '-2px', borderRadius: 'xs' },
      _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    },
    content: { pt: '4', _focusVisible: ring },
  },
})

export const fieldRecipes = { field, nativeSelect, tabs }
