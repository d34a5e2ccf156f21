import { scanTypes } from '@scangate/engines/model/scan-type';
import { thresholds } from '@scangate/engines/model/severity';
import { choiceFlag, fileFlag, listFlag, switchFlag, textFlag, textsFlag } from '../arguments/flags.ts';

const publicKey = fileFlag('FILE', 'the public key, as PEM or as exported by KMS');

export const attestationFlags = {
  keys: fileFlag('FILE', 'the public key set of the service, from /.well-known/scangate/keys'),
  commit: textFlag('HASH', 'the full hash of the commit that the verdict must be about'),
  threshold: choiceFlag('T', thresholds, 'the lowest severity that must fail the gate'),
  'max-age': textFlag('TIME', 'how old the verdict may be, such as 7d, 12h or 30m'),
  types: listFlag('A,B', scanTypes, `the scan types that must be covered: ${scanTypes.join(', ')}`),
  unit: textFlag('ID', 'the project unit, for a verdict about only one'),
} as const;

export const ledgerFlags = {
  head: textsFlag(
    'HASH',
    'a hash from an earlier check, which must occur; otherwise the ledger was truncated or replaced',
  ),
  'ends-early': switchFlag('the file was exported with `to` and may end inside a segment'),
  statements: fileFlag('PATH', 'signed statements about the seals: a file or a folder; each must agree'),
  'public-key': publicKey,
} as const;

export const erasureFlags = { 'public-key': publicKey } as const;
