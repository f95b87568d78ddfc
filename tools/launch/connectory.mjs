#!/usr/bin/env node
// `npx connectory` in a clone. The root does not depend on the command itself, and so on every connector: turbo would run all again when one changes.
await import(new URL('../../apps/cli/src/main.ts', import.meta.url).href);
