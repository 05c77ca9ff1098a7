// Loaded before the styles: the first paint has the theme that the user has chosen (see web/app/theme/appearance.ts).
try {
  var chosen = JSON.parse(localStorage.getItem('workforce-console.preferences') || '{}').theme
  if (chosen === 'dark' || chosen === 'light') document.documentElement.className = chosen
} catch (refused) {
  // Private windows may refuse storage: then the system's preference counts.
}
