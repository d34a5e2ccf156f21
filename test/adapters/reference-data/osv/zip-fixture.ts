import { crc32, deflateRawSync } from 'node:zlib';

interface ZipFile {
  name: string;
  content: Buffer;
  packed: Buffer;
  checksum: number;
  offset: number;
}

/** Writes the fields that a local header and a directory entry share: deflated, UTF-8 names. */
const common = ({ name, content, packed, checksum }: ZipFile): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(checksum, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
};

const signature = (code: number): Buffer => Buffer.from([0x50, 0x4b, code, code + 1]);

const directoryEntry = (file: ZipFile): Buffer => {
  const [madeBy, rest] = [Buffer.from([20, 0]), Buffer.alloc(14)];
  rest.writeUInt32LE(file.offset, 10);
  return Buffer.concat([signature(1), madeBy, common(file), rest, Buffer.from(file.name)]);
};

/** Builds a zip of these files in this order. */
export const zipOf = (contents: Record<string, string>): Buffer => {
  const files: ZipFile[] = [];
  const parts: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(contents)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const file = { name, content, packed, checksum: crc32(content), offset };
    const part = Buffer.concat([signature(3), common(file), Buffer.from(name), packed]);
    files.push(file);
    parts.push(part);
    offset += part.length;
  }
  const directory = Buffer.concat(files.map(directoryEntry));
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, signature(5), end]);
};
