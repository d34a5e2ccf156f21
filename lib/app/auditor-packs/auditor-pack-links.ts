import {
  createPackLink,
  linkNotFound,
  openPackLink,
  revokePackLink,
} from '@scangate/domain/auditor-packs/auditor-pack-links';
import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import { packLinkView } from '@scangate/domain/auditor-packs/auditor-pack-views';
import { consoleUrl } from '@scangate/domain/console-pages';
import type { Caller } from '@scangate/domain/identity/caller';
import { isLinkSecret, tokenHash } from '@scangate/domain/identity/tokens';
import type { BlobLinker } from '#ports/blobs.ts';
import type { Ids } from '#ports/ids.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadPack } from './auditor-packs.ts';
import { packKey } from './auditor-pack-objects.ts';

type LinkRecord = 'auditorPack' | 'packLink' | 'auditEvent';

/**
 * Creates a link to a pack; only this response has its secret. If the deployment has no public URL, the link begins
 * with its path.
 * @throws Problem auditor_pack_not_found, conflict or limit_reached.
 */
export const createLink = async (
  { caller, packId, hours, now }: { caller: Caller; packId: string; hours: number; now: Date },
  {
    store,
    publicAddress,
    ids,
  }: {
    store: Pick<Store<LinkRecord, LinkRecord | 'linkSecret'>, 'get' | 'commit'>;
    publicAddress: PublicAddress;
    ids: Ids;
  },
) => {
  const newLink = { hours, linkId: ids.uuid(), random: ids.bytes(60) };
  const publicUrl = (await publicAddress.url()) ?? '';
  const { link, secret } = await retryOnConflict(limits.createLink, async () => {
    const pack = await loadPack(store, caller, packId);
    const created = createPackLink(caller, { pack, newLink }, now);
    await commitOrThrow(store, created.changes);
    return created;
  });
  return { ...packLinkView(link), url: consoleUrl(publicUrl, 'sharedPack', secret) };
};

/**
 * Revokes a link.
 * @throws Problem auditor_pack_not_found, or link_not_found for one that is already revoked.
 */
export const revokeLink = async (
  { caller, packId, linkId, now }: { caller: Caller; packId: string; linkId: string; now: Date },
  store: Pick<Store<LinkRecord, LinkRecord | 'linkSecret'>, 'get' | 'commit'>,
): Promise<void> => {
  const { organizationId } = await loadPack(store, caller, packId);
  const link = await store.get('packLink', { organizationId, packId, linkId }, { consistent: true });
  if (!link) throw linkNotFound();
  await commitOrThrow(store, revokePackLink(caller, link, now));
};

/**
 * Opens a link for whoever has it: counts the opening, and makes a URL from which the pack can be read for five
 * minutes.
 * @throws Problem link_not_found for any link that opens nothing, whatever the reason.
 */
export const openLink = (
  { link: secret, now }: { link: string; now: Date },
  {
    store,
    blobs,
  }: {
    store: Pick<
      Store<LinkRecord | 'linkSecret' | 'organization' | 'member', LinkRecord>,
      'get' | 'load' | 'commit'
    >;
    blobs: BlobLinker<'packs'>;
  },
): Promise<{ url: string }> =>
  retryOnConflict(limits.openLink, async () => {
    const linkHash = tokenHash(secret);
    const found = isLinkSecret(secret) && (await store.get('linkSecret', { linkHash }, { consistent: true }));
    if (!found || found.revokedAt !== undefined) throw linkNotFound();
    const { linkOf: organizationId, packId, linkId } = found;
    const refs = [
      { record: 'packLink', id: { organizationId, packId, linkId } },
      { record: 'auditorPack', id: { organizationId, packId } },
      { record: 'organization', id: { organizationId } },
    ] as const;
    const [link, pack, organization] = await store.load(refs, { consistent: true });
    if (!link) throw linkNotFound();
    const id = { organizationId, personId: link.createdBy };
    const maker = await store.get('member', id, { consistent: true });
    const opened = openPackLink({ link, pack, organization, maker }, now);
    await commitOrThrow(store, opened.changes);
    return { url: await blobs.link(packKey(opened.pack), packLimits.downloadSeconds) };
  });
