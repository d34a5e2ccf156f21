import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip, and what its headers say in another way than it is. */
export interface RawFile {
  path: string;
  text?: string;
  content?: Buffer;
  /** The stored bytes, where they are not the deflated content. */
  packed?: Buffer;
  flags?: number;
  crc?: number;
  localPath?: string;
  localSize?: number;
  localMethod?: number;
  extra?: Buffer;
  /** The data descriptor, or anything else after the content. */
  after?: Buffer;
  /** The place of another file, whose bytes this one shares. */
  sharesOffset?: number;
  isUnlisted?: boolean;
}

interface Headers {
  local: Buffer;
  central: Buffer;
  packed: Buffer;
}

const headersOf = (file: RawFile, offset: number): Headers => {
  const content = file.content ?? Buffer.from(file.text ?? '');
  const packed = file.packed ?? deflateRawSync(content);
  const { flags = 0x800, extra = Buffer.alloc(0) } = file;
  const head = (isCentral: boolean): Buffer => {
    const fixed = Buffer.alloc(isCentral ? 46 : 30);
    const name = Buffer.from(isCentral ? file.path : (file.localPath ?? file.path));
    fixed.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50);
    const at = isCentral ? 6 : 4;
    fixed.writeUInt16LE(20, at);
    fixed.writeUInt16LE(flags, at + 2);
    fixed.writeUInt16LE(isCentral ? 8 : (file.localMethod ?? 8), at + 4);
    fixed.writeUInt32LE(file.crc ?? crc32(content), at + 10);
    fixed.writeUInt32LE(packed.length, at + 14);
    fixed.writeUInt32LE(isCentral ? content.length : (file.localSize ?? content.length), at + 18);
    fixed.writeUInt16LE(name.length, at + 22);
    if (!isCentral) fixed.writeUInt16LE(extra.length, at + 24);
    else fixed.writeUInt32LE(file.sharesOffset ?? offset, 42);
    return Buffer.concat([fixed, name, ...(isCentral ? [] : [extra])]);
  };
  return { local: head(false), central: head(true), packed };
};

/** Writes a zip as its parts are given, whatever they say. */
export const rawZip = (
  files: readonly RawFile[],
  { before = Buffer.alloc(0), between = Buffer.alloc(0), after = Buffer.alloc(0), directory = 0 } = {},
): Buffer => {
  const parts: Buffer[] = [before];
  const directories: Buffer[] = [];
  let offset = before.length;
  for (const file of files) {
    const { local, central, packed } = headersOf(file, offset);
    const whole = Buffer.concat([local, packed, file.after ?? Buffer.alloc(0)]);
    if (!file.isUnlisted) directories.push(central);
    if (file.sharesOffset !== undefined) continue;
    parts.push(whole);
    offset += whole.length;
  }
  const listed = Buffer.concat(directories);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(directories.length, 8);
  end.writeUInt16LE(directories.length, 10);
  end.writeUInt32LE(listed.length + directory, 12);
  end.writeUInt32LE(offset + between.length, 16);
  return Buffer.concat([...parts, between, listed, after, end]);
};
