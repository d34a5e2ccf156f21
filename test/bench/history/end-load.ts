import { findingsOfHistory } from '#app/history-scans/history-findings.ts';
import { partSecretsKey, type HistoricDetection } from '#app/history-scans/history-objects.ts';
import { mergeSecrets } from '#app/history-scans/merge-secrets.ts';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { objectsIn, ref } from './objects-on-disk.ts';

/** Merges the secrets of a history, and makes the findings of the worst, as the end of a history scan does. */

interface Order {
  directory: string;
  lists: number;
  /** The different secrets of each list. */
  secrets: number;
}

const secretOf = (number: number): HistoricDetection => ({
  kind: 'secret',
  rule: 'private-key',
  severity: number % 7 === 0 ? 'critical' : 'high',
  file: `deploy/${'folder/'.repeat(8)}${number}.pem`,
  line: 1,
  content: number.toString(16).padStart(32, '0'),
  place: 'gone',
  count: 2,
  commitHash: 'c'.repeat(40),
});

/** Runs with little memory. @returns the secrets that were counted, and the findings that are held. */
export const handler = async ({ directory, lists, secrets }: Order) => {
  const blobs = objectsIn(directory);
  const keys = Array.from({ length: lists }, (_, list) => partSecretsKey(ref, list + 1, [0, 2_000]));
  for (const [list, key] of keys.entries()) {
    const lines = Array.from({ length: secrets }, (_, index) =>
      JSON.stringify(secretOf(index * lists + list)),
    );
    await blobs.put(key, lines.join('\n'));
  }
  const judged = { policy: defaultPolicy, waivers: [], judgedAt: '', repositoryId: 'r', isHeadRead: true };
  const found = await findingsOfHistory(mergeSecrets(ref, keys, blobs), judged);
  return { secrets: found.secrets, findings: found.findings.length };
};
