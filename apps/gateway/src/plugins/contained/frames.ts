import { parseExactly, writeExactly } from '@connectory/exact-json';

/**
 * The protocol between a gateway and the process of a plugin: frames of a JSON header and bytes, each with its length in front. The reader
 * limits their length before it buffers them.
 */
export interface Frame {
  readonly header: unknown;
  readonly bytes: Buffer;
}

/** Maximum bytes of a frame. */
export interface FrameLimits {
  readonly header: number;
  readonly bytes: number;
}

/** Thrown for a frame that is longer than allowed, or whose header is not JSON. */
export class FrameError extends Error {}

const prefix = 8;

/** Serializes a frame. */
export function writeFrame(header: object, parts: readonly Buffer[] = []): Buffer {
  const text = Buffer.from(writeExactly(header));
  const lengths = Buffer.allocUnsafe(prefix);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(
    parts.reduce((total, part) => total + part.length, 0),
    4,
  );
  return Buffer.concat([lengths, text, ...parts]);
}

/** Assembles frames from the chunks of a stream. */
export class FrameReader {
  readonly #limits: () => FrameLimits;
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = prefix;

  /** `limits` is called when a frame begins. */
  constructor(limits: () => FrameLimits) {
    this.#limits = limits;
  }

  /** Yields the frames that this chunk completes. Throws `FrameError`. */
  *read(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= this.#wanted) {
      const [first = chunk] = this.#chunks;
      const all = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
      const header = all.readUInt32BE(0);
      const bytes = all.readUInt32BE(4);
      if (this.#wanted === prefix) {
        const limits = this.#limits();
        if (header > limits.header || bytes > limits.bytes) throw new FrameError('a frame is too long');
      }
      const end = prefix + header + bytes;
      this.#chunks = [all];
      this.#wanted = end;
      if (all.length < end) return;
      this.#length = all.length - end;
      this.#chunks = this.#length === 0 ? [] : [all.subarray(end)];
      this.#wanted = prefix;
      yield {
        header: parsed(all.toString('utf8', prefix, prefix + header)),
        bytes: all.subarray(prefix + header, end),
      };
    }
  }
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    throw new FrameError('the header of a frame is not JSON');
  }
}
