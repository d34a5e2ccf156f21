/** The bytes of a piece before they are escaped. */
const pieceBytes = 16_384;

/** Decodes UTF-8 in pieces. No piece ends between the bytes of a character. @throws TypeError for other bytes */
function* decoded(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
  yield decoder.decode();
}

/** A value of a request that is there as the bytes of a file, so that 10 MB are not held as text or objects, too. */
export class EncodedJson {
  readonly #bytes: Uint8Array;
  readonly #holds: 'a text' | 'JSON';

  constructor(bytes: Uint8Array, holds: 'a text' | 'JSON') {
    this.#bytes = bytes;
    this.#holds = holds;
  }

  toJSON(): unknown {
    const text = [...decoded(this.#bytes)].join('');
    return this.#holds === 'JSON' ? JSON.parse(text) : text;
  }

  /** Yields the JSON of the value. */
  *pieces(): Generator<string> {
    if (this.#holds === 'JSON') return yield* decoded(this.#bytes);
    yield '"';
    for (const text of decoded(this.#bytes)) yield JSON.stringify(text).slice(1, -1);
    yield '"';
  }
}

/** Stands for a text in a request. @param utf8 the bytes of the text */
export const encodedText = (utf8: Uint8Array): string => new EncodedJson(utf8, 'a text') as unknown as string;

/** Stands for an object in a request. @param json the bytes of a JSON object, which are sent as they are */
export const encodedObject = (json: Uint8Array): Record<string, unknown> =>
  new EncodedJson(json, 'JSON') as unknown as Record<string, unknown>;
