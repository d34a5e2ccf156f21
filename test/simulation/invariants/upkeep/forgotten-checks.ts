import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

/** Rows that have addresses until they expire: mails, invitations, and the answers to those who invited. */
const mayHaveAddresses = /^(?:MAIL|INVITE|IDEM)#/;

/** A name in a directory that is free again expires: its key may be an address. */
const isFreeName = ({ sk, personId, ttl }: Item): boolean =>
  String(sk).startsWith('ALIAS#') && personId === '' && ttl !== undefined;

/** The address of whoever had it removed is in no row any more. */
export const checkForgotten = (
  { cloud, forgotten }: Pick<World, 'cloud' | 'forgotten'>,
  report: Report,
): void => {
  if (forgotten.size === 0) return;
  const addresses = [...forgotten.keys()];
  for (const table of cloud.database.tables.values())
    for (const item of table.items()) {
      const { pk, sk = '' } = item as { pk: string; sk?: string };
      if (mayHaveAddresses.test(sk) || isFreeName(item)) continue;
      const text = JSON.stringify(item);
      const kept = addresses.find((address) => text.includes(address));
      if (kept !== undefined) report('forgotten', `${kept} is still in ${pk} ${sk}`);
    }
};
