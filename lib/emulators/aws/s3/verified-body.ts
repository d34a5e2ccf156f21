import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { ServiceError } from '../protocol/aws-json.ts';
import { amzValue } from './signature.ts';

interface Sum {
  update(chunk: Uint8Array): void;
  base64(): string;
}

const hashSum = (hash: Hash): Sum => ({
  update: (chunk) => void hash.update(chunk),
  base64: () => hash.digest('base64'),
});

const crc32Sum = (): Sum => {
  let value = 0;
  return {
    update: (chunk) => void (value = crc32(chunk, value)),
    base64: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString('base64');
    },
  };
};

const sums: Record<string, () => Sum> = {
  crc32: crc32Sum,
  sha1: () => hashSum(createHash('sha1')),
  sha256: () => hashSum(createHash('sha256')),
};

const checksumName = /^x-amz-checksum-(crc32|crc32c|crc64nvme|sha1|sha256)$/;

/** One check of the bytes, made after all of them have arrived. */
interface Check {
  sum: Sum;
  expected: () => string | undefined;
  code: string;
}

export interface VerifiedBody {
  bytes: AsyncIterable<Uint8Array>;
  /** Filled when all bytes have arrived. */
  checksums: Record<string, string>;
}

const notHere = (what: string) =>
  new ServiceError('NotImplemented', `The local S3 does not support ${what}.`, { status: 501 });

/**
 * Reads the bytes of an upload and checks them against the length, Content-MD5, x-amz-content-sha256 and
 * x-amz-checksum-* that the request states in a header, its URL or a trailer.
 */
export const verifiedBody = (request: IncomingMessage, url: URL): VerifiedBody => {
  const payload = amzValue(request, url, 'x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  const chunked = payload.startsWith('STREAMING-');
  if (chunked && payload !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') throw notHere(payload);
  const length = request.headers[chunked ? 'x-amz-decoded-content-length' : 'content-length'];
  if (length === undefined) {
    throw new ServiceError('MissingContentLength', 'You must provide the Content-Length HTTP header.', {
      status: 411,
    });
  }
  const trailer = new Map<string, string>();
  const checksums: Record<string, string> = {};
  const checks = checksOf(request, url, { payload, trailer, checksums });
  const bytes = chunked ? unchunk(request, trailer) : (request as AsyncIterable<Uint8Array>);
  return { bytes: check(bytes, Number(length), checks), checksums };
};

const checksOf = (
  request: IncomingMessage,
  url: URL,
  {
    payload,
    trailer,
    checksums,
  }: { payload: string; trailer: Map<string, string>; checksums: Record<string, string> },
): Check[] => {
  const checks: Check[] = [];
  const checksum = (name: string, expected: () => string | undefined) => {
    const algorithm = checksumName.exec(name)?.[1];
    if (!algorithm) return;
    const sum = sums[algorithm]?.();
    if (!sum) throw notHere(name);
    const noted = { update: sum.update, base64: () => (checksums[algorithm] = sum.base64()) };
    checks.push({ sum: noted, expected, code: 'BadDigest' });
  };
  const names = new Set([
    ...Object.keys(request.headers),
    ...[...url.searchParams.keys()].map((key) => key.toLowerCase()),
  ]);
  for (const name of names) checksum(name, () => amzValue(request, url, name));
  const announced = request.headers['x-amz-trailer'];
  if (announced !== undefined)
    checksum(String(announced).toLowerCase(), () => trailer.get(String(announced).toLowerCase()));
  const md5 = request.headers['content-md5'];
  if (md5 !== undefined) {
    checks.push({ sum: hashSum(createHash('md5')), expected: () => String(md5), code: 'BadDigest' });
  }
  if (/^[0-9a-f]{64}$/.test(payload)) {
    const expected = Buffer.from(payload, 'hex').toString('base64');
    checks.push({
      sum: hashSum(createHash('sha256')),
      expected: () => expected,
      code: 'XAmzContentSHA256Mismatch',
    });
  }
  return checks;
};

const check = async function* (bytes: AsyncIterable<Uint8Array>, length: number, checks: Check[]) {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    for (const { sum } of checks) sum.update(chunk);
    yield chunk;
  }
  if (size !== length) throw new ServiceError('IncompleteBody', 'The body does not have its stated length.');
  for (const { sum, expected, code } of checks) {
    if (sum.base64() !== expected())
      throw new ServiceError(code, 'The bytes do not match their stated checksum.');
  }
};

const lineLimit = 4096;
type ChunkState = 'size' | 'data' | 'end of data' | 'trailer';

/** Decodes aws-chunked framing: a size in hexadecimal before each chunk, and checksums in a trailer. */
const unchunk = async function* (source: AsyncIterable<Uint8Array>, trailer: Map<string, string>) {
  let rest = Buffer.alloc(0);
  let remaining = 0;
  let state = 'size' as ChunkState;
  for await (const piece of source) {
    rest = rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece);
    for (;;) {
      if (state === 'data') {
        const taken = rest.subarray(0, remaining);
        rest = rest.subarray(taken.length);
        remaining -= taken.length;
        if (taken.length > 0) yield taken;
        if (remaining > 0) break;
        state = 'end of data';
      }
      const end = rest.indexOf('\r\n');
      if (end < 0) break;
      const line = rest.subarray(0, end).toString('latin1');
      rest = rest.subarray(end + 2);
      if (state === 'size') {
        remaining = sizeOf(line);
        state = remaining === 0 ? 'trailer' : 'data';
      } else if (state === 'end of data') {
        state = 'size';
      } else if (line !== '') {
        const colon = line.indexOf(':');
        trailer.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
      }
    }
    if (rest.length > lineLimit) throw malformed();
  }
  if (state !== 'trailer') throw new ServiceError('IncompleteBody', 'The last chunk is missing.');
};

const malformed = () => new ServiceError('InvalidChunkSizeError', 'The chunked body is malformed.');

const sizeOf = (line: string): number => {
  const size = /^[0-9a-f]{1,12}/i.exec(line)?.[0];
  if (size === undefined) throw malformed();
  return Number.parseInt(size, 16);
};
