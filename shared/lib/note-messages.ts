/** Longest note, in characters. */
export const MAX_NOTE_LENGTH = 2000

/** Texts of the notes of runs and failures. */
export const noteMessages = {
  note: 'Note',
  add: 'Add note',
  edit: 'Edit note',
  hint: `Everyone in the account sees it. At most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters; an empty note is removed.`,
  save: 'Save note',
  cancel: 'Cancel',
  failed: "Couldn't save the note:",
  saved: 'Note saved',
  removed: 'Note removed',
} as const
