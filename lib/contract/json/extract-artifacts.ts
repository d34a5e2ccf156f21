import { refuseByteOrderMark } from '../parse-json.ts';
import { CanonicalJson } from './canonical-json.ts';
import { outline } from './outline.ts';
import { refuseUnsafeJson } from './refuse-unsafe-json.ts';

const openObject = 0x7b;
const quote = 0x22;
/** The number of unknown fields that are passed to the schema, which names a few of them. */
const maxUnknown = 1_000;

/** A scan request in two parts. */
interface TakenRequest {
  /** The request, with an empty string or object in place of an artifact. */
  rest: unknown;
  /** The artifact as it is stored, in UTF-8: a lockfile, or an SBOM as JSON without white space. */
  artifact?: Uint8Array;
}

/** The position of an artifact in the output. */
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
    // A request with both artifacts is refused later.
    const place = this.#places.lockfile ?? this.#places.sbom;
    return { rest: JSON.parse(text), ...(place && { artifact: json.written(...place) }) };
  }

  /** Reads an object and returns the text of the members that `read` keeps. */
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
 * Extracts the lockfile and the SBOM from a scan request without ever building a tree or a string of them, and
 * parses the rest. It overwrites the body, and the artifacts are parts of it.
 * @param fields the fields that a request may have: the values of all others are not read.
 * @throws Problem malformed_json or unknown_field like parseJson.
 */
export const extractArtifacts = (body: Buffer, fields: ReadonlySet<string>): TakenRequest => {
  if (byteOrderMark.every((byte, at) => body[at] === byte)) refuseByteOrderMark(0xfeff);
  refuseUnsafeJson(body);
  return new RequestReader(body, fields).read();
};
