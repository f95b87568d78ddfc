import { z } from 'zod';
import { CallProblem } from '../call-problem.ts';
import type { FileResponse } from '../calls.ts';
import { NoTextError, readText, type TextPiece, TooFarError } from '../results/read-text.ts';
import { defineTool, whereThereIs } from '../tool.ts';
import { connection, intent, maxCharacters, name, params } from './arguments.ts';
import { requireTool, showingParams } from './names.ts';

/** Reads the text of a file by pieces. */
export const readFile = defineTool({
  name: 'read_file',
  description: 'Text of a file from a download action, in pieces. Text files only.',
  input: z.strictObject({
    connection,
    entity: name,
    params,
    offset: z.int().min(0).max(1e12).default(0).describe('Byte to start at'),
    intent,
    max_characters: maxCharacters,
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  isOffered: whereThereIs({ action: 'download' }),
  run: async (input, { calls }) => {
    const { params: given, offset, intent: why, max_characters: most } = input;
    const call = await calls.resolve({ ...input, action: 'download' });
    requireTool('read_file', call);
    // A byte is at least one character, and the first line takes some.
    const length = most - 150;
    const file = await showingParams(call.action, () =>
      call.download({ params: given, intent: why }, `bytes=${offset}-${offset + length - 1}`),
    );
    const { text, nextOffset, size } = await pieceOf(file, offset, length);
    const end = nextOffset ?? size;
    const total = size === null ? '' : ` of ${size}`;
    const goOn = nextOffset === null ? 'This is the end of the file.' : `Continue with "offset": ${nextOffset}.`;
    // First, so that no text of a file can pass for it.
    return { text: `[Bytes ${offset} to ${end ?? 'the end'}${total}. ${goOn}]\n${text}` };
  },
});

async function pieceOf(file: FileResponse, offset: number, length: number): Promise<TextPiece> {
  try {
    return await readText(file, offset, length);
  } catch (error) {
    if (error instanceof CallProblem) throw error;
    if (error instanceof TooFarError) throw new CallProblem({ code: 'invalid_params', message: error.message });
    if (!(error instanceof NoTextError)) {
      const message = 'The download was cut off before this piece was read.';
      throw new CallProblem({ code: 'upstream_unavailable', message, retryable: true }, { cause: error });
    }
    const type = file.headers['content-type'];
    throw new CallProblem(
      {
        code: 'not_text',
        message: `${error.message}${type === undefined ? '' : ` Its type is ${type.slice(0, 100)}.`}`,
      },
      { nextStep: 'It cannot be read here. Tell the user to download it with the HTTP API or the command line.' },
    );
  }
}
