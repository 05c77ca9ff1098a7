import { defineSlotRecipe } from '@chakra-ui/react'
import {
  dialogAnatomy,
  drawerAnatomy,
  menuAnatomy,
  popoverAnatomy,
  toastAnatomy,
  tooltipAnatomy,
} from '@chakra-ui/react/anatomy'

const panel = {
  bg: 'raised',
  color: 'ink',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
  boxShadow: 'raised',
  outline: 0,
}
// A layer that is opened from another one (a menu in a dialog) must be above it.
const layer = { zIndex: 'calc({zIndex.popover} + var(--layer-index, 0))' }
const fades = {
  _open: { animation: 'appear {durations.fast} ease-out' },
  _closed: { animation: 'vanish {durations.faster} ease-in' },
  _motionReduce: { animation: 'none' },
}

const backdrop = {
  bg: 'backdrop',
  position: 'fixed',
  inset: '0',
  zIndex: 'calc({zIndex.popover} + var(--layer-index, 0) - 1)',
  ...fades,
} as const
const sheet = {
  header: { display: 'flex', alignItems: 'center', gap: '2', px: '5', pt: '4', pb: '2' },
  title: { fontSize: 'md', lineHeight: 'sm', fontWeight: 'semibold', overflowWrap: 'anywhere' },
  body: { flex: '1', minH: '0', px: '5', py: '2', overflow: 'auto' },
  footer: {
    display: 'flex',
    // Where they have no room beside each other the main one is above.
    flexWrap: 'wrap-reverse',
    justifyContent: 'flex-end',
    gap: '2',
    px: '5',
    pt: '3',
    pb: '5',
    '& .button': { minH: { base: '10', sm: '8' } },
  },
  closeTrigger: { position: 'absolute', top: '2.5', insetEnd: '2.5' },
} as const

const dialog = defineSlotRecipe({
  className: 'dialog',
  slots: dialogAnatomy.keys(),
  base: {
    backdrop,
    positioner: {
      position: 'fixed',
      inset: '0',
      display: 'flex',
      justifyContent: 'center',
      alignItems: 'flex-start',
      px: '4',
      pt: { base: '4', sm: '20' },
      pb: '4',
      ...layer,
    },
    content: {
      ...panel,
      ...fades,
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      maxH: 'full',
    },
    ...sheet,
  },
  variants: {
    size: {
      sm: { content: { maxW: '400px' } },
      md: { content: { maxW: '520px' } },
      lg: { content: { maxW: '760px' } },
      xl: { content: { maxW: '1080px' } },
    },
  },
  defaultVariants: { size: 'md' },
})

const drawer = defineSlotRecipe({
  className: 'drawer',
  slots: drawerAnatomy.keys(),
  base: {
    backdrop,
    positioner: { position: 'fixed', inset: '0', display: 'flex', ...layer },
    content: { ...panel, ...fades, borderRadius: '0', width: '260px', maxW: '85vw', position: 'relative' },
    ...sheet,
    body: { px: '3', py: '3', height: 'full', overflow: 'auto' },
  },
})

const menu = defineSlotRecipe({
  className: 'menu',
  slots: menuAnatomy.keys(),
  base: {
    content: {
      ...panel,
      ...fades,
      ...layer,
      borderRadius: 'md',
      minW: '180px',
      maxW: '90vw',
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      p: '1',
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minH: { base: '10', sm: '8' },
      px: '2',
      borderRadius: 'sm',
      textStyle: 'sm',
      cursor: 'pointer',
      outline: 0,
      _highlighted: { bg: 'pressed' },
      _disabled: { opacity: 0.5, cursor: 'not-allowed' },
      '&[data-danger]': { color: 'danger' },
      _icon: { width: '4', height: '4', flexShrink: 0 },
    },
    itemGroupLabel: { px: '2', py: '1', textStyle: 'xs', color: 'ink.3' },
    separator: { height: '1px', bg: 'line', my: '1', mx: '-1' },
  },
})

const popover = defineSlotRecipe({
  className: 'popover',
  slots: popoverAnatomy.keys(),
  base: {
    positioner: { ...layer },
    content: {
      ...panel,
      ...fades,
      ...layer,
      borderRadius: 'md',
      minW: '220px',
      maxW: 'calc(100vw - 2rem)',
      p: '1',
    },
    body: { p: '1' },
  },
})

const tooltip = defineSlotRecipe({
  className: 'tooltip',
  slots: tooltipAnatomy.keys(),
  base: {
    content: {
      ...fades,
      bg: 'ink',
      color: 'surface',
      px: '2',
      py: '1',
      borderRadius: 'sm',
      textStyle: 'xs',
      maxW: '320px',
      overflowWrap: 'anywhere',
      zIndex: 'tooltip',
    },
  },
})

const toast = defineSlotRecipe({
  className: 'toast',
  slots: toastAnatomy.keys(),
  base: {
    root: {
      ...panel,
      display: 'flex',
      alignItems: 'flex-start',
      gap: '2.5',
      width: { base: 'calc(100vw - 2rem)', sm: '380px' },
      py: '3',
      ps: '3.5',
      pe: '10',
      borderRadius: 'md',
      textStyle: 'sm',
      overflowWrap: 'anywhere',
      translate: 'var(--x) var(--y)',
      scale: 'var(--scale)',
      zIndex: 'var(--z-index)',
      height: 'var(--height)',
      opacity: 'var(--opacity)',
      transition: 'translate 200ms, scale 200ms, opacity 200ms, height 200ms',
    },
    title: { fontWeight: 'medium' },
    closeTrigger: {
      position: 'absolute',
      top: '2',
      insetEnd: '2',
      display: 'inline-flex',
      p: '1.5',
      color: 'ink.3',
      borderRadius: 'sm',
      cursor: 'pointer',
      _hover: { bg: 'pressed', color: 'ink' },
      _focusVisible: { outline: '2px solid {colors.accent}' },
    },
  },
})

export const overlayRecipes = { dialog, drawer, menu, popover, tooltip, toast }
