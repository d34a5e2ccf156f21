import {
  InvalidLedgerFile,
  LedgerVerifier,
  type LedgerFault,
  type VerifiedPool,
} from '@scangate/domain/ledger/verify-ledger';
import { piecesOf } from './stream-pieces.ts';

/** The answer about an export: its pools, its first bad row, or that it is no ledger. */
export type Verification =
  | { result: 'unchanged'; pools: VerifiedPool[] }
  | { result: 'changed'; fault: LedgerFault }
  | { result: 'unreadable'; reason: string };

interface VerifyOptions {
  /** Hashes that were noted earlier. Each of them must occur. */
  heads?: readonly string[];
  /** Hears how many characters were read. */
  onProgress?: (characters: number) => void;
}

const ended = (verifier: LedgerVerifier): Verification => {
  const end = verifier.end();
  return 'reason' in end ? { result: 'changed', fault: end } : { result: 'unchanged', pools: end.pools };
};

/** Reads to the end of the file, or to its first fault. */
const read = async (
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  verifier: LedgerVerifier,
  onProgress: (characters: number) => void,
): Promise<Verification> => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let characters = 0;
  for await (const piece of piecesOf(stream)) {
    const text = decoder.decode(piece, { stream: true });
    const fault = verifier.push(text);
    if (fault) return { result: 'changed', fault };
    characters += text.length;
    onProgress(characters);
  }
  const fault = verifier.push(decoder.decode());
  return fault ? { result: 'changed', fault } : ended(verifier);
};

/** Verifies a ledger export as it arrives, by the rule of `scangate verify ledger`. It keeps no row. */
export const verifyStream = async (
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { heads = [], onProgress = () => undefined }: VerifyOptions = {},
): Promise<Verification> => {
  try {
    return await read(stream, new LedgerVerifier({ heads }), onProgress);
  } catch (error) {
    if (error instanceof InvalidLedgerFile) return { result: 'unreadable', reason: error.message };
    throw error;
  }
};
