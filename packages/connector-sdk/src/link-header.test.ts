import { array, assert, constantFrom, property, record, webUrl } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkTarget } from './link-header.ts';

const next = 'https://api.example.com/items?page=2';

describe('linkTarget', () => {
  it.each([
    ['one link', `<${next}>; rel="next"`],
    ['the relation without quotes', `<${next}>; rel=next`],
    [
      'several links',
      `<https://a.example/?page=1>; rel="prev", <${next}>; rel="next", <https://a.example/?page=9>; rel="last"`,
    ],
    ['no space between links', `<https://a.example/?page=1>;rel="prev",<${next}>;rel="next"`],
    ['several relations of one link', `<${next}>; rel="last next"`],
    ['other letter case and spaces', `<${next}> ; Rel = "Next"`],
    ['further parameters', `<${next}>; title="the next, page; rel=prev"; rel="next"; type="text/html"`],
    [
      'a relation in the title of another link',
      `<https://a.example>; title="; rel=next"; rel=prev, <${next}>; rel=next`,
    ],
    ['only the first rel of a link', `<https://a.example>; rel=prev; rel=next, <${next}>; rel=next`],
  ])('finds the target: %s', (_, header) => {
    expect(linkTarget(header, 'next')).toBe(next);
  });

  it('keeps commas and semicolons of the target', () => {
    const target = 'https://api.example.com/items?ids=1,2;3&page=2';
    expect(linkTarget(`<${target}>; rel="next"`, 'next')).toBe(target);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another relation', `<${next}>; rel="prev"`],
    ['a longer relation', `<${next}>; rel="next-archive"`],
    ['a parameter whose name ends in rel', `<${next}>; xrel="next"`],
    ['no relation', `<${next}>`],
    ['no link', 'next'],
    ['an open quote', `<${next}>; title="x`],
  ])('finds nothing: %s', (_, header) => {
    expect(linkTarget(header, 'next')).toBeNull();
  });

  it.each(['<', '<>', '<a>;', '<a>; rel', '<a>; rel="', '; ', ' ', '"', '\\', '<a>; rel="\\'])(
    'reads 64 KiB of %j in time that grows with their number only',
    (part) => {
      // The shortest of several: what a busy machine adds is not the parser's.
      const timeOf = (length: number) => {
        const header = part.repeat(length / part.length);
        const times = Array.from({ length: 10 }, () => {
          const start = performance.now();
          linkTarget(header, 'next');
          return performance.now() - start;
        });
        return Math.min(...times);
      };
      timeOf(65_536);
      // A quadratic one takes 64 times as long for a text that is eight times as long.
      expect(timeOf(65_536)).toBeLessThan(32 * Math.max(0.1, timeOf(8_192)));
    },
  );

  it('finds the first link of the relation in any header that was written correctly', () => {
    const link = { target: webUrl({ withQueryParameters: true }), relation: constantFrom('prev', 'next', 'last') };
    assert(
      property(array(record(link), { maxLength: 5 }), (links) => {
        const header = links.map(({ target, relation }) => `<${target}>; rel="${relation}"`).join(', ');
        expect(linkTarget(header, 'next')).toBe(links.find(({ relation }) => relation === 'next')?.target ?? null);
      }),
    );
  });
});
