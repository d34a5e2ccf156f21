import { tokenRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const mongodbAtlasSecret = tokenRule({
  id: 'mongodb-atlas-secret',
  title: 'MongoDB Atlas service account secret',
  keywords: ['mdb_sa_sk_'],
  pattern: /mdb_sa_sk_[\w-]{40}/,
  positives: () => [leak`ATLAS_CLIENT_SECRET=${'mdb_sa_sk_' + fake(base64url, 40)}`],
  negatives: () => [`mdb_sa_id_${fake(hex, 24)}`],
});
