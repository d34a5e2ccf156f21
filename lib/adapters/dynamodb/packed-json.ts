import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** The limit of packed content. Anything longer was not written by this adapter. */
const maxBytes = 64 * 1024;

/** Matches what may be an id or a digest. They are random: as hexadecimal digits they would take a fifth more than their bytes. */
const candidate = /[0-9a-f-]{24,64}/g;
/** Marks of what was taken out of a text. JSON has no control characters, so none of them is in it. */
const [uuidMark, hexMark, longMark] = ['\u0001', '\u0002', '\u0003'] as const;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const marks = /\u0001|\u0002[\s\S]|\u0003/g;
const uuidBytes = 16;
const lengthOffset = 0x20;

const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

const isUuid = (text: string, bytes: Buffer): boolean =>
  bytes.length === uuidBytes && asUuid(bytes.toString('hex')) === text;

/** Replaces ids and digests with marks. @returns the text, and their bytes in order. */
const takeOutHex = (text: string): { text: string; bytes: Buffer } => {
  const taken: Buffer[] = [];
  const rest = text.replaceAll(candidate, (found) => {
    const bytes = Buffer.from(found.replaceAll('-', ''), 'hex');
    const isDigest = bytes.toString('hex') === found;
    if (!isDigest && !isUuid(found, bytes)) return found;
    taken.push(bytes);
    return isDigest ? hexMark + String.fromCharCode(lengthOffset + bytes.length) : uuidMark;
  });
  return { text: rest, bytes: Buffer.concat(taken) };
};

/** The forms of the long value behind the other bytes, if it is there. */
const forms = { within: 0, plain: 1, deflated: 2 } as const;

interface Packing {
  /** The usual content. */
  dictionary: Buffer;
  /** The index of the value that may be a long text. */
  long: number;
}

/** Writes the form and the length of the deflated text, the text, the ids and digests, and the long value. */
const join = (
  json: string,
  { dictionary, form, tail }: { dictionary: Buffer; form: number; tail: Buffer },
) => {
  const { text, bytes } = takeOutHex(json);
  const deflated = deflateRawSync(text, { level: 9, dictionary });
  const head = Buffer.alloc(3);
  head.writeUInt8(form, 0);
  head.writeUInt16LE(deflated.length, 1);
  return Buffer.concat([head, deflated, bytes, tail]);
};

/**
 * Packs values as short as their content permits. A long text in a script of many letters is shortest apart from the
 * others, as UTF-16.
 */
export const packJson = (values: readonly unknown[], { dictionary, long }: Packing): Buffer => {
  const text = values[long];
  const within = join(JSON.stringify(values), { dictionary, form: forms.within, tail: Buffer.alloc(0) });
  // JSON keeps what UTF-16 would lose: a text that is not valid Unicode.
  if (typeof text !== 'string' || !text.isWellFormed()) return within;
  const plain = Buffer.from(text, 'utf16le');
  const deflated = deflateRawSync(plain, { level: 9 });
  const isShorter = deflated.length < plain.length;
  const written = values.map((value, index) => (index === long ? longMark : JSON.stringify(value)));
  const apart = join(`[${written.join()}]`, {
    dictionary,
    form: isShorter ? forms.deflated : forms.plain,
    tail: isShorter ? deflated : plain,
  });
  return apart.length < within.length ? apart : within;
};

/** Reads what `packJson` wrote. @throws Error for anything else. */
export const unpackJson = (content: Uint8Array, { dictionary, long }: Packing): unknown[] => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const [form, length] = [bytes.readUInt8(0), bytes.readUInt16LE(1)];
  let at = 3 + length;
  const text = inflateRawSync(bytes.subarray(3, at), { dictionary, maxOutputLength: maxBytes }).toString();
  const take = (count: number): string => {
    if (at + count > bytes.length) throw new Error('packed fields are damaged');
    at += count;
    return bytes.toString('hex', at - count, at);
  };
  const json = text.replaceAll(marks, (mark) => {
    if (mark === longMark) return 'null';
    return mark === uuidMark ? asUuid(take(uuidBytes)) : take(mark.charCodeAt(1) - lengthOffset);
  });
  const values = JSON.parse(json) as unknown[];
  if (form === forms.within) return values;
  const tail = bytes.subarray(at);
  const plain = form === forms.deflated ? inflateRawSync(tail, { maxOutputLength: maxBytes }) : tail;
  return values.with(long, plain.toString('utf16le'));
};
