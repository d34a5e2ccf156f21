import * as packet from 'dns-packet';
import type { TextRecords } from './text-records.ts';

/** A UDP response is no longer than this (RFC 1035); a client that gets a truncated one asks again over TCP. */
const longestUdpBytes = 512;
const longestTextBytes = 255;
const ttlSeconds = 60;
const nameError = 3;
const notImplemented = 4;

/** A value longer than one character string is split into several, which clients join. */
const strings = (value: string): Buffer[] => {
  const bytes = Buffer.from(value);
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length || start === 0; start += longestTextBytes) {
    parts.push(bytes.subarray(start, start + longestTextBytes));
  }
  return parts;
};

/** The operation that a message requests; 0 is a query. */
const opcodeOf = (message: Buffer): number => (message.readUInt8(2) >> 3) & 15;

const answersTo = (question: packet.Question, values: readonly string[]): packet.Answer[] =>
  question.type === 'TXT'
    ? values.map((value) => ({ type: 'TXT', name: question.name, ttl: ttlSeconds, data: strings(value) }))
    : [];

/**
 * Answers a query from the records.
 * @returns undefined for a message that is not a query, which gets no response.
 */
export const answerQuery = (
  query: Buffer,
  { records, isUdp }: { records: TextRecords; isUdp: boolean },
): Buffer | undefined => {
  let asked: packet.DecodedPacket;
  try {
    asked = packet.decode(query);
  } catch {
    return undefined;
  }
  const [question] = asked.questions ?? [];
  if (asked.type !== 'query' || !question) return undefined;
  const values = records.find(question.name);
  const basis = { type: 'response' as const, id: asked.id, questions: [question] } satisfies packet.Packet;
  const flags = packet.AUTHORITATIVE_ANSWER | (asked.flag_rd ? packet.RECURSION_DESIRED : 0);
  if (opcodeOf(query) !== 0) return packet.encode({ ...basis, flags: flags | notImplemented });
  if (!values) return packet.encode({ ...basis, flags: flags | nameError });
  const whole = packet.encode({ ...basis, flags, answers: answersTo(question, values) });
  if (!isUdp || whole.length <= longestUdpBytes) return whole;
  return packet.encode({ ...basis, flags: flags | packet.TRUNCATED_RESPONSE });
};
