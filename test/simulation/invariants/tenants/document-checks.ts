import { archiveEntries } from '@scangate/engines/source-files/archives/archive-entries';
import { areaPrefixes } from '#contract/blob-areas.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';
import { tracesIn } from './ownership.ts';
import { foreignOwner } from './relations.ts';

/** The documents that organizations download, by the beginning of their keys. */
const documents = [
  { where: 'an export', prefix: areaPrefixes.exports },
  { where: 'an auditor pack', prefix: areaPrefixes.packs },
] as const;

/**
 * Exports and auditor packs that are stored have nothing of an organization that their reader may not read, in any of
 * their files.
 * @returns the number of documents that were read.
 */
export const checkContents = (
  { cloud, ownership }: Pick<World, 'cloud' | 'ownership'>,
  report: Report,
): number => {
  let count = 0;
  const check = ({ where, key, content }: { where: string; key: string; content: Buffer }): void => {
    const owner = ownership.ownerOf(key.split('/')[1] ?? '');
    if (!owner) return report('tenant', `${where} belongs to nobody: ${key}`);
    const { entries, complete } = archiveEntries(key, content) ?? { entries: [], complete: false };
    if (!complete || entries.length === 0) return report('tenant', `${where} cannot be read: ${key}`);
    count += 1;
    const text = entries.map((entry) => `${entry.path}\n${entry.content.toString('utf8')}`).join('\n');
    for (const trace of tracesIn(text)) {
      const of = foreignOwner({ reader: owner, where, trace }, ownership);
      if (of) return report('tenant', `${where} tells ${owner.taint} of ${of.taint}: ${trace}`);
    }
  };
  for (const bucket of cloud.objects.buckets.values())
    for (const [key, content] of bucket)
      for (const { where, prefix } of documents) if (key.startsWith(prefix)) check({ where, key, content });
  return count;
};
