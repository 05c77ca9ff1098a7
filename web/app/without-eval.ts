/**
 * Zod tries to make a function of a text, to see whether it may check faster that way. The page's policy forbids that, and the
 * browser reports every try as a violation, among which a true one would not be seen. Zod comes with later screens and
 * takes the settings that it finds; importing it here for its own way to set them would bring it into the first one.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
