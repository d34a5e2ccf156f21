import { emitEvent, type Listening } from '../events/emit-event.ts';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import type { AuditorPack } from '../records.ts';

/** Another run has ended the pack. */
class PackEnded extends Conflict {}

const endPack = (
  { organizationId, packId, version }: AuditorPack,
  set: Partial<AuditorPack>,
): Change<'auditorPack'> => ({
  change: 'update',
  record: 'auditorPack',
  id: { organizationId, packId },
  set: { ...set, version: version + 1 },
  when: [{ field: 'state', is: 'equal', value: 'running' }],
  onConflict: () => new PackEnded('another run has ended the pack'),
});

/** Says that a pack is stored, with its size and digest. */
export const completePack = (
  pack: AuditorPack,
  written: Required<Pick<AuditorPack, 'scans' | 'bytes' | 'sha256'>>,
  { organization, now }: { organization: Listening; now: Date },
): Change<'auditorPack' | 'storedEvent'>[] => {
  const at = now.toISOString();
  const { packId, from, to, expiresAt } = pack;
  return [
    endPack(pack, { state: 'ready', ...written, readyAt: at }),
    ...emitEvent(organization, {
      type: 'auditor_pack.ready',
      cause: packId,
      at,
      data: { packId, from, to, ...written, expiresAt, link: `/v1/auditor-packs/${packId}` },
    }),
  ];
};

export const failPack = (pack: AuditorPack, error: string): Change<'auditorPack'> =>
  endPack(pack, { state: 'failed', error });
