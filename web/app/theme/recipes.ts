import { defineRecipe } from '@chakra-ui/react'

const disabled = { opacity: 0.5, cursor: 'not-allowed' }
const ring = { outline: '2px solid {colors.accent}', outlineOffset: '1px' }

/** The height of a control: on a phone that of a finger. */
export const finger = (height: string) => ({ base: '10', sm: height })

/**
 * Buttons: `solid` is the one main action of an area, `outline` the others, `ghost` for icons and less
 * important ones.
 */
const button = defineRecipe({
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    gap: '2',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    fontWeight: 'medium',
    textStyle: 'sm',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    cursor: 'pointer',
    transition: 'background-color 120ms, border-color 120ms',
    _focusVisible: ring,
    _disabled: disabled,
    _icon: { width: '4', height: '4', flexShrink: 0 },
  },
  variants: {
    variant: {
      solid: {
        bg: 'accent',
        color: 'accent.on',
        _hover: { bg: 'accent.strong', _disabled: { bg: 'accent' } },
        '&[data-danger]': { bg: 'danger', _hover: { bg: 'danger' } },
      },
      outline: {
        bg: 'surface',
        color: 'ink',
        borderColor: 'line',
        boxShadow: 'card',
        _hover: { bg: 'hover' },
        _expanded: { bg: 'hover' },
        '&[data-danger]': { color: 'danger' },
      },
      ghost: {
        color: 'ink.2',
        _hover: { bg: 'pressed', color: 'ink' },
        _expanded: { bg: 'pressed' },
        // Red only where it is about to be pressed: tables have one in each row.
        '&[data-danger]:hover': { color: 'danger' },
      },
      plain: { color: 'accent', _hover: { textDecoration: 'underline' } },
    },
    size: {
      xs: { height: '6', minW: '6', px: '2', textStyle: 'xs' },
      sm: { height: finger('7'), minW: finger('7'), px: '2.5' },
      md: { height: finger('8'), minW: finger('8'), px: '3' },
      lg: { height: '9', minW: '9', px: '4' },
    },
  },
  // A button within a text takes no room of its own.
  compoundVariants: [
    {
      variant: 'plain',
      size: ['xs', 'sm', 'md', 'lg'],
      css: { height: 'auto', minW: '0', px: '0', borderWidth: '0' },
    },
  ],
  defaultVariants: { variant: 'outline', size: 'md' },
})

const control = {
  width: 'full',
  minW: '0',
  bg: 'surface',
  color: 'ink',
  borderWidth: '1px',
  borderColor: 'control',
  borderRadius: 'md',
  textStyle: 'sm',
  // Smaller text makes the browser of a phone enlarge the page when the field gets the focus.
  smDown: { fontSize: '16px' },
  _placeholder: { color: 'ink.3' },
  _focusVisible: { outline: '2px solid {colors.accent}', outlineOffset: '-1px', borderColor: 'accent' },
  // What cannot be changed looks alike, and keeps the contrast of its text.
  '&:read-only': { bg: 'bg' },
  _disabled: { cursor: 'not-allowed' },
  _invalid: { borderColor: 'danger' },
}

const input = defineRecipe({
  className: 'input',
  base: control,
  variants: { size: { sm: { height: finger('7'), px: '2' }, md: { height: finger('8'), px: '2.5' } } },
  defaultVariants: { size: 'md' },
})

const textarea = defineRecipe({
  className: 'textarea',
  base: { ...control, px: '2.5', py: '1.5', minH: '20', resize: 'vertical' },
})

const link = defineRecipe({
  className: 'link',
  base: {
    color: 'accent',
    borderRadius: 'xs',
    _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
    _focusVisible: ring,
  },
  variants: { variant: { plain: {}, underline: { textDecoration: 'underline' } } },
})

const skeleton = defineRecipe({
  className: 'skeleton',
  base: { borderRadius: 'xs' },
  variants: {
    loading: {
      true: {
        bg: 'skeleton',
        color: 'transparent',
        userSelect: 'none',
        pointerEvents: 'none',
        animation: 'pulse 1.4s ease-in-out infinite',
        _motionReduce: { animation: 'none' },
        '&::before, &::after, *': { visibility: 'hidden' },
      },
      false: {},
    },
  },
  defaultVariants: { loading: true },
})

const spinner = defineRecipe({
  className: 'spinner',
  base: {
    display: 'inline-block',
    width: '4',
    height: '4',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'currentColor',
    borderInlineStartColor: 'transparent',
    animation: 'turn 0.8s linear infinite',
    _motionReduce: { animationDuration: '3s' },
  },
})

const skipNavLink = defineRecipe({
  className: 'skip-nav',
  base: {
    position: 'fixed',
    top: '2',
    insetStart: '2',
    zIndex: 'skipNav',
    px: '3',
    py: '1.5',
    borderRadius: 'md',
    bg: 'accent',
    color: 'accent.on',
    transform: 'translateY(-200%)',
    _focusVisible: { transform: 'none', ...ring },
  },
})

export const recipes = { button, input, textarea, link, skeleton, spinner, skipNavLink }
