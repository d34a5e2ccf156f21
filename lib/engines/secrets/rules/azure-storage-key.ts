import { namedValueRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const azureStorageKey = namedValueRule({
  id: 'azure-storage-key',
  title: 'Azure storage account key',
  names: [
    'accountkey',
    'account_key',
    'storage_key',
    'storagekey',
    'azure_storage',
    'primarykey',
    'masterkey',
  ],
  value: /[A-Za-z0-9+/]{86}==/,
  // The key of the storage emulator is public.
  check: (secret) => !secret.startsWith('Eby8vdM02xNO'),
  positives: () => [
    leak`DefaultEndpointsProtocol=https;AccountName=a1;AccountKey=${`${fake(base64, 86)}==`};EndpointSuffix=core.windows.net`,
  ],
  negatives: () => [`AccountKey=Eby8vdM02xNO${fake(base64, 74)}==`, `AccountKey=${fake(base64, 40)}==`],
});
