import { expect, it } from 'vitest';
import { html } from './page.ts';

it('escapes what is put into content and attributes', () => {
  const evil = `<script>alert("1" + '2')</script>&\``;
  const escaped = '&lt;script&gt;alert(&quot;1&quot; + &#39;2&#39;)&lt;/script&gt;&amp;&#96;';
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
});

it('takes HTML, lists and numbers as they are, and leaves out what is nothing', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}${null}${false}${3}</ul>`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li>3</ul>');
});

it('shows control characters and changes of direction as what they are not', () => {
  expect(html`${'a\u0000b\u202ec\u2066d\ud800e\nf'}`.text).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\nf');
});

it('takes nothing for HTML that only looks like it', () => {
  const forged = JSON.parse('{"text":"<script>"}') as never;
  expect(() => html`${forged}`.text).toThrow();
});
