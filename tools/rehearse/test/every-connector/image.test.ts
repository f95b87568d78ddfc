import { expect, it } from 'vitest';
import { whyNoContainment } from '../../src/image/contained-command.ts';
import { rehearseImage } from '../../src/image/rehearse-image.ts';
import { holds, renderVerdict } from '../../src/verdict.ts';

const reason = whyNoContainment();
const title = 'the steps of the image run as an unprivileged process 1 on a root that can only be read';

it.skipIf(reason !== undefined)(reason === undefined ? title : `${title} (skipped: ${reason})`, async () => {
  const verdict = await rehearseImage({ build: false }, () => {});
  expect(holds(verdict), renderVerdict(verdict)).toBe(true);
});
