import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { streamArchive } from '#app/archives/zip-archive.ts';
import { proofFiles, type ProofOfVerdict, type ProofPorts } from '#app/evidence/proof/proof-files.ts';
import type { EndedScan } from '#app/scans/load-scan.ts';
import { sha256 } from '@scangate/engines/model/digest';

/** Everything that a proof is made of, as JSON. Objects are base64. */
export interface ProofInput {
  scan: EndedScan;
  proven: ProofOfVerdict;
  records: Record<string, object>;
  objects: Record<string, string>;
}

const portsOf = ({ records, objects }: ProofInput): ProofPorts => {
  const get = async ({ name }: { name: string }) =>
    objects[name] === undefined ? undefined : Buffer.from(objects[name], 'base64');
  return {
    store: { get: async (record: string) => records[record] },
    blobs: { get },
  } as unknown as ProofPorts;
};

/** Writes a proof, in this process and its time zone. */
const proofDigest = async (input: ProofInput): Promise<string> =>
  sha256(await buffer(streamArchive(await proofFiles(input.scan, input.proven, portsOf(input)))));

const [path] = process.argv.slice(2);
if (path !== undefined)
  process.stdout.write(await proofDigest(JSON.parse(readFileSync(path, 'utf8')) as ProofInput));
