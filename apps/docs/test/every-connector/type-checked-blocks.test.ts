import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../src/repository.ts';
import { documents } from '../documents.ts';
import { fragmentsOf, typeErrorsOf } from '../type-checked-blocks.ts';

it('parts of programs in documents compile', () => {
  const fragments = documents.flatMap((document) =>
    fragmentsOf(document, readFileSync(join(repository, document), 'utf8')),
  );
  expect(fragments.length).toBeGreaterThan(20);
  expect(typeErrorsOf(fragments)).toEqual([]);
});

it('a block is compiled with what the comment before it declares', () => {
  const note = '```ts (type-checked: a part of a program)';
  const text = `# Page

<!-- given:
import { double } from './double.ts';
const numbers = { a: 1,
  …
};
// @filename: double.ts
export const double = (value: number) => 2 * value;
-->

${note}
b: double(2),
\`\`\`

  ${note}
  const text: string = 1;
  \`\`\`
`;
  const fragments = fragmentsOf('spec/page.md', text);
  expect(fragments.map(({ line }) => line)).toEqual([12, 16]);
  expect(typeErrorsOf(fragments)).toEqual([
    "spec/page.md:16: Type 'number' is not assignable to type 'string'. (at: text: string = 1;)",
  ]);
});
