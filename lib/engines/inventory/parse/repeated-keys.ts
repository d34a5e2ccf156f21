/** More keys are not remembered: they are mostly names in a table, which occur once. */
const maxKeys = 32;
const [quote, firstWide] = [0x22, 0x80];

/**
 * Remembers the keys of a JSON text, and the key that followed each. Objects in a list mostly have the same keys in the same order,
 * so the key that is expected is compared with the text instead of being made again.
 */
export class RepeatedKeys {
  readonly #codes: Uint8Array;
  readonly #ids = new Map<string, number>();
  /** The keys by their numbers; 0 stands for a key that is not remembered. */
  readonly #keys: string[] = [''];
  /** The position of the first character of each. */
  readonly #starts: number[] = [0];
  /** The number of the key that last followed each, or 0. */
  readonly #following: number[] = [0];
  #last = 0;

  constructor(codes: Uint8Array) {
    this.#codes = codes;
  }

  /** Returns the expected key if the text has it in the quotes that open at a position. */
  expectedAt(at: number): string | undefined {
    const expected = this.#following[this.#last]!;
    if (expected === 0) return undefined;
    const codes = this.#codes;
    const key = this.#keys[expected]!;
    const { length } = key;
    const start = this.#starts[expected]!;
    for (let index = 0; index < length; index += 1)
      if (codes[at + 1 + index] !== codes[start + index]) return undefined;
    if (codes[at + 1 + length] !== quote) return undefined;
    this.#last = expected;
    return key;
  }

  /** Takes note of the key in the quotes that open at a position. */
  add(key: string, at: number): void {
    let id = this.#ids.get(key) ?? 0;
    if (id === 0 && this.#keys.length <= maxKeys && this.#isPlain(key, at)) {
      id = this.#keys.length;
      this.#ids.set(key, id);
      this.#keys.push(key);
      this.#starts.push(at + 1);
      this.#following.push(0);
    }
    this.#following[this.#last] = id;
    this.#last = id;
  }

  /** Returns whether a key is as the text has it; of characters beyond ASCII, the codes are not told apart. */
  #isPlain(key: string, at: number): boolean {
    for (let index = 0; index < key.length; index += 1) {
      const code = this.#codes[at + 1 + index]!;
      if (code >= firstWide || code !== key.charCodeAt(index)) return false;
    }
    return this.#codes[at + 1 + key.length] === quote;
  }
}
