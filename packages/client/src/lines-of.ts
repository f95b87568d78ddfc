/** The lines of a stream of UTF-8 text, without what follows the last line break. */
export async function* linesOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void> {
  if (stream === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
