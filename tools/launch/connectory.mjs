#!/usr/bin/env node
// `npx connectory` in a clone. The root does not depend on the command itself, and so on every connector: otherwise a change of one
// connector would make turbo run everything again.
await import(new URL('../../apps/cli/src/main.ts', import.meta.url).href);
