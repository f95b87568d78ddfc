import { expect, it } from 'vitest';
import { StrictPages } from './strict-pages.ts';

it('puts scripts into files and leaves style attributes out', () => {
  const strict = new StrictPages('/docs/');
  const html =
    '<script id="one">run("<b>");</script><script src="/docs/a.js"></script><p class="a" style="top:0">x</p>';
  const rewritten = strict.rewrite(html);
  const [file, script] = [...strict.scripts][0] ?? [];
  expect(script).toBe('run("<b>");');
  expect(rewritten).toBe(
    `<script id="one" src="/docs/assets/${file}"></script><script src="/docs/a.js"></script><p class="a">x</p>`,
  );
  strict.rewrite(html);
  expect(strict.scripts.size).toBe(1);
});

it('gives an empty page something to read without JavaScript', () => {
  expect(new StrictPages('/docs/').rewrite('<div id="app"></div>')).toMatch(/^<noscript>.*<\/noscript><div id="app">/);
});
