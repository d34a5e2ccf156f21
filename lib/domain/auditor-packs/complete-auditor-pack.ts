import type { Change } from '../record-changes.ts';
import { emitEvent, type Listening } from '../events/emit-event.ts';
import type { AuditorPack } from '../records.ts';
import { endPack } from './end-auditor-pack.ts';

/** Records that a pack is stored, with its size and digest. */
export const completePack = (
  pack: AuditorPack,
  { objectName, ...written }: Required<Pick<AuditorPack, 'scans' | 'bytes' | 'sha256' | 'objectName'>>,
  { organization, now }: { organization: Listening; now: Date },
): Change<'auditorPack' | 'storedEvent'>[] => {
  const at = now.toISOString();
  const { packId, from, to, expiresAt } = pack;
  return [
    endPack(pack, { state: 'ready', ...written, objectName, readyAt: at }),
    ...emitEvent(organization, {
      type: 'auditor_pack.ready',
      cause: packId,
      at,
      data: { packId, from, to, ...written, expiresAt, link: `/v1/auditor-packs/${packId}` },
    }),
  ];
};
