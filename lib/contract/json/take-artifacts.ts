import { refuseByteOrderMark } from '../parse-json.ts';
import { CanonicalJson } from './canonical-json.ts';
import { outline } from './outline.ts';
import { refuseUnsafeJson } from './refuse-unsafe-json.ts';

const openObject = 0x7b;
const quote = 0x22;
/** Unknown fields that are shown to the schema; it names a few of them. */
const maxUnknown = 1_000;

/** A scan request in two parts. */
interface TakenRequest {
  /** The request; an empty text or object stands where an artifact was. */
  rest: unknown;
  /** The artifact as it is stored, in UTF-8: a lockfile, or an SBOM as JSON without white space. */
  artifact?: Uint8Array;
}

/** The place of an artifact among what was written. */
type Place = readonly [from: number, to: number];

class RequestReader {
  readonly #json: CanonicalJson;
  readonly #fields: ReadonlySet<string>;
  readonly #places: { lockfile?: Place; sbom?: Place } = {};
  #unknown = 0;

  constructor(body: Buffer, fields: ReadonlySet<string>) {
    this.#json = new CanonicalJson(body);
    this.#fields = fields;
  }

  read(): TakenRequest {
    const json = this.#json;
    const text = json.peek() === openObject ? this.#objectOf((name) => this.#field(name)) : this.#outlined();
    json.end();
    // A request with both is refused.
    const place = this.#places.lockfile ?? this.#places.sbom;
    return { rest: JSON.parse(text), ...(place && { artifact: json.written(...place) }) };
  }

  /** Reads an object and returns it as the text of the members that `read` keeps. */
  #objectOf(read: (name: string) => string | undefined): string {
    const members: string[] = [];
    this.#json.members(() => {
      const name = this.#json.key();
      const value = read(name);
      if (value !== undefined) members.push(`${JSON.stringify(name)}:${value}`);
    });
    return `{${members.join(',')}}`;
  }

  #field(name: string): string | undefined {
    const first = this.#json.peek();
    if (name === 'sbom' && first === openObject) {
      this.#places.sbom = this.#written(() => this.#json.value());
      return '{}';
    }
    if (name === 'lockfile' && first === openObject)
      return this.#objectOf((inner) => this.#ofLockfile(inner));
    const value = this.#outlined();
    if (this.#fields.has(name)) return value;
    this.#unknown += 1;
    return this.#unknown > maxUnknown ? undefined : 'null';
  }

  #ofLockfile(name: string): string | undefined {
    if (name !== 'content' || this.#json.peek() !== quote) return this.#bounded();
    this.#places.lockfile = this.#written(() => this.#json.decodedString());
    return '""';
  }

  #bounded(): string | undefined {
    const value = this.#outlined();
    this.#unknown += 1;
    return this.#unknown > maxUnknown ? undefined : value;
  }

  #written(write: () => void): Place {
    const from = this.#json.length;
    write();
    return [from, this.#json.length];
  }

  #outlined(): string {
    const from = this.#json.length;
    this.#json.value('1e999');
    const text = outline(this.#json.written(from));
    this.#json.takeBack(from);
    return text;
  }
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Takes the lockfile and the SBOM out of a scan request without ever making a tree or a text of them, and parses the
 * rest. It writes over the body, and the artifacts lie in it.
 * @param fields the fields that a request may have: what others hold is not read.
 * @throws Problem malformed_json or unknown_field as parseJson.
 */
export const takeArtifacts = (body: Buffer, fields: ReadonlySet<string>): TakenRequest => {
  if (byteOrderMark.every((byte, at) => body[at] === byte)) refuseByteOrderMark(0xfeff);
  refuseUnsafeJson(body);
  return new RequestReader(body, fields).read();
};
