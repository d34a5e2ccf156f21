import { Resolver } from 'node:dns/promises';
import { Transient } from '@scangate/domain/problem';
import type { TxtRecords } from '#ports/identity/txt-records.ts';

/** A name with more or longer texts does not hold a proof. */
const maxTexts = 100;
const maxTextLength = 1_024;
const timeoutMs = 2_000;
const tries = 2;
/** Ends a lookup whose servers keep responding in pieces. */
const deadlineMs = 5_000;

const hasNone = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Looks up TXT records with a new resolver each time, so that nothing is cached.
 * @param servers addresses of DNS servers, with ports where they differ from 53; none for those of the system.
 */
export const dnsTxtRecords = (servers: readonly string[]): TxtRecords => ({
  async lookUp(name) {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers.length > 0) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), deadlineMs);
    try {
      const records = await resolver.resolveTxt(name);
      const texts = records.slice(0, maxTexts).map((parts) => parts.join(''));
      return texts.filter((text) => text.length <= maxTextLength);
    } catch (error) {
      if (hasNone(error)) return [];
      throw new Transient('DNS does not respond', { cause: error });
    } finally {
      clearTimeout(deadline);
    }
  },
});
