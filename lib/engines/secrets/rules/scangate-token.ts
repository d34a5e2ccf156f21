import { crc32Base62 } from '@scangate/engines/model/base62-checksum';
import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

const made = (prefix: string): string => {
  const body = prefix + fake(base62, 30);
  return body + crc32Base62(body);
};

export const scangateToken = tokenRule({
  id: 'scangate-token',
  title: 'Scangate token',
  keywords: ['sgs_', 'sgp_', 'sgc_', 'sgw_', 'sgd_', 'sgi_', 'sgl_', 'sgv_'],
  pattern: /sg[spcwdilv]_[A-Za-z0-9]{36}/,
  minEntropy: 0,
  // The checksum also covers the prefix (docs/adr/0021-tokens-and-roles.md).
  check: (secret) => crc32Base62(secret.slice(0, -6)) === secret.slice(-6),
  positives: () => [
    leak`SCANGATE_TOKEN=${made('sgs_')}`,
    leak`Authorization: Bearer ${made('sgp_')}`,
    leak`Cookie: __Host-scangate=${made('sgc_')}`,
    leak`SCANGATE_TOKEN=${made('sgw_')}`,
    leak`SCIM_TOKEN=${made('sgd_')}`,
    leak`https://scangate.example.com/console/invitation#${made('sgi_')}`,
    leak`https://scangate.example.com/console/shared#${made('sgl_')}`,
    leak`{"deviceCode":"${made('sgv_')}"}`,
  ],
  negatives: () => [
    `SCANGATE_TOKEN=sgs_${fake(base62, 36)}`,
    `SCIM_TOKEN=sgd_${fake(base62, 36)}`,
    `SCANGATE_TOKEN=${made('sgx_')}`,
  ],
});
