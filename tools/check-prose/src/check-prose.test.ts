import { expect, it } from 'vitest';
import { createProseCheck } from './check-prose.ts';

const check = createProseCheck(
  ['| term | meaning | do not write |', '|---|---|---|', '| response | What comes back. | `the answer` |'].join('\n'),
);

it('finds a phrase to avoid in Markdown, in any case and across a line break', async () => {
  const text = ['# The Answer', '', 'Wait for the', 'answer.', '', '| a | the answer |', '|---|---|'].join('\n');
  expect(await check('page.md', text)).toEqual([
    'page.md:1:3  "The Answer": write response',
    'page.md:3:10  "the answer": write response',
    'page.md:6:7  "the answer": write response',
  ]);
});

it('finds a phrase to avoid in strings of TypeScript, around placeholders too', async () => {
  const text = ["const first = 'The answer is late.';", 'const second = `Of $' + '{1}, the answer: $' + '{2}`;'].join(
    '\n',
  );
  expect(await check('source.ts', text)).toEqual([
    'source.ts:1:16  "The answer": write response',
    'source.ts:2:26  "the answer": write response',
  ]);
});

it('leaves code, comments and longer words alone', async () => {
  expect(await check('page.md', 'The name `the answer`.\n\n```\nthe answer\n```\n\nBreathe answers.')).toEqual([]);
  expect(await check('source.ts', "// the answer\nconst theAnswers = 'the answers';")).toEqual([]);
});
